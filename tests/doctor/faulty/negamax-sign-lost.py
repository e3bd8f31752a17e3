def negamax(node, depth, color):
    if depth == 0 or not node.children:
        return color * node.value
    best = -10**9
    for child in node.children:
        best = max(best, negamax(child, depth - 1, -color))
    return best
