def search(node, depth, alpha, beta, maximizing):
    if depth == 0 or not node.children:
        return node.value, None
    best, move = (float("-inf"), None) if maximizing else (float("inf"), None)
    for i, child in enumerate(node.children):
        value, _ = search(child, depth - 1, alpha, beta, not maximizing)
        if maximizing and value > best:
            best, move, alpha = value, i, max(alpha, value)
        if not maximizing and value < best:
            best, move, beta = value, i, min(beta, value)
        if alpha >= beta:
            break
    return best, move


def iterative_deepening(root, max_depth):
    answer = root.value, None
    for depth in range(1, max_depth + 1):
        answer = search(root, depth, float("-inf"), float("inf"), True)
    return answer
