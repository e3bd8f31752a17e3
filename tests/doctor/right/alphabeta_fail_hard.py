def alpha_beta(state, depth, a=-10**9, b=10**9, player=1):
    """Fail-hard; player 1 is Max, player -1 is Min."""
    if depth == 0 or state.is_terminal:
        return state.score
    if player == 1:
        for s in state.successors():
            a = max(a, alpha_beta(s, depth - 1, a, b, -player))
            if a >= b:
                return b
        return a
    for s in state.successors():
        b = min(b, alpha_beta(s, depth - 1, a, b, -player))
        if a >= b:
            return a
    return b
