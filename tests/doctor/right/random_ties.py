import random

def minimax(node, maximizing):
    if not node.children:
        return node.value, None
    results = [(minimax(child, not maximizing)[0], i) for i, child in enumerate(node.children)]
    best = max(results)[0] if maximizing else min(results)[0]
    return best, random.choice([i for value, i in results if value == best])
