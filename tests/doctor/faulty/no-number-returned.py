def minimax(node, maximizing):
    if not node.children:
        return node.value
    values = [c.value for c in node.children]
    best = max(values)
