def minimax(node, maximizing):
    if not node.children:
        return node.value
    node.children.sort(key=lambda child: child.value)
    values = [minimax(child, not maximizing) for child in node.children]
    return max(values) if maximizing else min(values)
