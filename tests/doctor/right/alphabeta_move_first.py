import math

def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if depth == 0 or len(node.children) == 0:
        return None, node.value
    best_child = None
    if maximizing_player:
        best = -math.inf
        for child in node.children:
            _, value = alpha_beta(child, depth - 1, alpha, beta, False)
            if value > best:
                best = value
                best_child = child
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best_child, best
    best = math.inf
    for child in node.children:
        _, value = alpha_beta(child, depth - 1, alpha, beta, True)
        if value < best:
            best = value
            best_child = child
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best_child, best
