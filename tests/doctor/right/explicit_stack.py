def minimax(root):
    """Without recursion: values are computed from the leaves upwards."""
    order, stack = [], [(root, True)]
    while stack:
        node, is_max = stack.pop()
        order.append((node, is_max))
        for child in node.children:
            stack.append((child, not is_max))
    values = {}
    for node, is_max in reversed(order):
        below = [values[id(child)] for child in node.children]
        values[id(node)] = node.value if not below else max(below) if is_max else min(below)
    return values[id(root)]
