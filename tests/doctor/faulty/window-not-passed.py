def alphabeta(node, depth, alpha, beta, maximizing):
    if depth == 0 or not node.children:
        return node.value
    if maximizing:
        for child in node.children:
            alpha = max(alpha, alphabeta(child, depth - 1, -float("inf"), float("inf"), False))
            if alpha >= beta:
                break
        return alpha
    for child in node.children:
        beta = min(beta, alphabeta(child, depth - 1, -float("inf"), float("inf"), True))
        if alpha >= beta:
            break
    return beta
