def minimax(node, maximizing):
    while node.children:
        pass
    return node.value
