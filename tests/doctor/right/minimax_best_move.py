INF = float("inf")

def minimax(node, depth, is_maximizing):
    if node.is_terminal() or depth == 0:
        return node.evaluate(), None
    best_move = None
    best = -INF if is_maximizing else INF
    for i, child in enumerate(node.get_children()):
        score, _ = minimax(child, depth - 1, not is_maximizing)
        if (is_maximizing and score > best) or (not is_maximizing and score < best):
            best, best_move = score, i
    return best, best_move
