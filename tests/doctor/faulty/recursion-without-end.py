def minimax(node, depth, maximizing):
    values = [minimax(node, depth - 1, not maximizing) for child in node.children]
    return max(values) if maximizing else min(values)
