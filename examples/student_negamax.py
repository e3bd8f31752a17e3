def negamax(node, depth, alpha, beta, color):
    if depth == 0 or node.is_terminal():
        return color * node.evaluate()
    value = float("-inf")
    for child in node.get_children():
        value = max(value, -negamax(child, depth - 1, -alpha, -beta, -color))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value
