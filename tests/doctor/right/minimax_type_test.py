def minimax(tree, maximizing=True):
    if type(tree) == int:
        return tree
    if maximizing:
        return max(minimax(t, False) for t in tree)
    return min(minimax(t, True) for t in tree)
