def alphabeta(node, depth, alpha=-1000, beta=1000, maximizing=True):
    if depth == 0 or not node.children:
        return node.value
    if maximizing:
        best = -1000
        for child in node.children:
            best = max(best, alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best
    best = 1000
    for child in node.children:
        best = min(best, alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best
