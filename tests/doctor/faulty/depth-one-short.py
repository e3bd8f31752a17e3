def minimax(node, depth, maximizing):
    if depth <= 1 or not node.children:
        return node.value
    values = [minimax(child, depth - 1, not maximizing) for child in node.children]
    return max(values) if maximizing else min(values)
