def negamax(node, depth, color):
    if depth == 0 or not node.children:
        return color * node.value
    return max(-negamax(child, depth - 1, -color) for child in node.children)
