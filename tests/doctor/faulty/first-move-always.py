def minimax(node, depth, maximizing):
    if depth == 0 or not node.children:
        return None, node.value
    best_move = 0
    best = -float("inf") if maximizing else float("inf")
    for i, child in enumerate(node.children):
        _, v = minimax(child, depth - 1, not maximizing)
        best = max(best, v) if maximizing else min(best, v)
    return best_move, best
