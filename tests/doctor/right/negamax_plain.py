def negamax(node):
    if not node.children:
        return node.evaluate()
    best = -float("inf")
    for child in node.children:
        best = max(best, -negamax(child))
    return best
