def alphabeta(node, depth, alpha, beta, maximizing):
    if depth == 0 or not node.children:
        return node.value, None
    move = None
    if maximizing:
        v = -float("inf")
        for i, child in enumerate(node.children):
            score, _ = alphabeta(child, depth - 1, alpha, beta, False)
            if score >= v:
                v, move = score, i
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v, move
    v = float("inf")
    for i, child in enumerate(node.children):
        score, _ = alphabeta(child, depth - 1, alpha, beta, True)
        if score <= v:
            v, move = score, i
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v, move
