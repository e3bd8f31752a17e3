def minimax(node, depth, isMaximizingPlayer):
    if depth == 0 or not node.children:
        return node.value
    if isMaximizingPlayer:
        best = float('-inf')
        for c in node.children:
            best = max(best, minimax(c, depth-1, isMaximizingPlayer))
        return best
    else:
        best = float('inf')
        for c in node.children:
            best = min(best, minimax(c, depth-1, isMaximizingPlayer))
        return best
