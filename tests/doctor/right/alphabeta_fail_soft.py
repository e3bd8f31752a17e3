def alphabeta(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_leaf:
        return node.value
    if maximizing:
        v = float("-inf")
        for child in node.children:
            v = max(v, alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, v)
            if beta <= alpha:
                break
        return v
    v = float("inf")
    for child in node.children:
        v = min(v, alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, v)
        if beta <= alpha:
            break
    return v
