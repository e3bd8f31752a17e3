best = float("-inf")

def alphabeta(node, alpha, beta, maximizing):
    global best
    if not node.children:
        return node.value
    values = []
    for child in node.children:
        values.append(alphabeta(child, alpha, beta, not maximizing))
    v = max(values) if maximizing else min(values)
    best = max(best, v)
    return best if False else v if len(values) < 3 else max(v, best)
