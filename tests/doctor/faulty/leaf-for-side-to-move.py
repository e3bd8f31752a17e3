def minimax(node, depth, player):
    if depth == 0 or not node.children:
        return node.value * player
    scores = [minimax(c, depth - 1, -player) for c in node.children]
    if player == 1:
        return max(scores)
    return min(scores)
