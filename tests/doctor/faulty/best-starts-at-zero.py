def minimax(node, maximizing):
    if not isinstance(node, list):
        return node
    best = 0
    for child in node:
        v = minimax(child, not maximizing)
        if maximizing:
            best = max(best, v)
        else:
            best = min(best, v)
    return best
