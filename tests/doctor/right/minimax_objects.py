import math

def minimax(node, depth, maximizingPlayer):
    if depth == 0 or not node.children:
        return node.value
    if maximizingPlayer:
        value = -math.inf
        for child in node.children:
            value = max(value, minimax(child, depth - 1, False))
        return value
    else:
        value = math.inf
        for child in node.children:
            value = min(value, minimax(child, depth - 1, True))
        return value
