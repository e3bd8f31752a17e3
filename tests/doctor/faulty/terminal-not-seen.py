def minimax(node, depth, maximizing):
    if depth == 0:
        return node.value
    if maximizing:
        return max(minimax(child, depth - 1, False) for child in node.children)
    return min(minimax(child, depth - 1, True) for child in node.children)
