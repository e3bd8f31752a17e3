def pvs(node, depth, alpha, beta, color):
    if depth == 0 or not node.children:
        return color * node.value
    first = True
    for child in node.children:
        if first:
            score = -pvs(child, depth - 1, -beta, -alpha, -color)
            first = False
        else:
            score = -pvs(child, depth - 1, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -pvs(child, depth - 1, -beta, -score, -color)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha
