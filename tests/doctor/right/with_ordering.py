def alphabeta(node, depth, alpha=float("-inf"), beta=float("inf"), is_max=True):
    if depth == 0 or not node.children:
        return node.value, None
    best_move = None
    ordered = sorted(range(len(node.children)), key=lambda i: node.children[i].value, reverse=is_max)
    best = float("-inf") if is_max else float("inf")
    for i in ordered:
        value, _ = alphabeta(node.children[i], depth - 1, alpha, beta, not is_max)
        if is_max and value > best or not is_max and value < best:
            best, best_move = value, i
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best, best_move
