def alphabeta(node, depth, alpha, beta, maximizing):
    if depth == 0 or not node.children:
        return node.value
    if maximizing:
        v = -float("inf")
        for child in node.children:
            v = max(v, alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
    v = float("inf")
    for child in node.children:
        v = min(v, alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, v)
    if alpha >= beta:
        return v
    return v
