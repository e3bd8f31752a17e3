EXACT, LOWER, UPPER = 0, 1, 2
table = {}

def alphabeta(node, depth, alpha, beta, maximizing):
    key = (node.name, maximizing)
    entry = table.get(key)
    if entry is not None and entry[0] >= depth:
        _, flag, value = entry
        if flag == EXACT or (flag == LOWER and value >= beta) or (flag == UPPER and value <= alpha):
            return value
    if depth == 0 or not node.children:
        return node.value
    a, b = alpha, beta
    best = float("-inf") if maximizing else float("inf")
    for child in node.children:
        value = alphabeta(child, depth - 1, a, b, not maximizing)
        if maximizing:
            best = max(best, value)
            a = max(a, best)
        else:
            best = min(best, value)
            b = min(b, best)
        if a >= b:
            break
    flag = UPPER if best <= alpha else LOWER if best >= beta else EXACT
    table[key] = (depth, flag, best)
    return best
