def minimax(node, depth, maximizing, tree, values):
    if depth == 0 or node not in tree:
        return values[node]
    if maximizing:
        return max(minimax(child, depth - 1, False, tree, values) for child in tree[node])
    return min(minimax(child, depth - 1, True, tree, values) for child in tree[node])
