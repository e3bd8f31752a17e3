def negamax(node, alpha=-float("inf"), beta=float("inf"), colour=1):
    if not isinstance(node, list):
        return colour * node
    best = -float("inf")
    for child in node:
        best = max(best, -negamax(child, -beta, -alpha, -colour))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
