class Node:
    def __init__(self, value=None, children=None):
        self.value = value
        self.children = children or []

    def is_leaf(self):
        return len(self.children) == 0


class MinimaxAgent:
    def __init__(self, max_depth=10):
        self.max_depth = max_depth
        self.nodes = 0

    def search(self, root):
        return self._minimax(root, True)

    def _minimax(self, node, maximizing):
        self.nodes += 1
        assert isinstance(node, Node)
        if node.is_leaf():
            return node.value
        results = [self._minimax(child, not maximizing) for child in node.children]
        return max(results) if maximizing else min(results)


if __name__ == "__main__":
    print(MinimaxAgent().search(Node(children=[Node(3), Node(5)])))
