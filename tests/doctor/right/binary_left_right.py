class TreeNode:
    def __init__(self, val, left=None, right=None):
        self.val = val
        self.left = left
        self.right = right

def minimax(node, is_max):
    if node.left is None and node.right is None:
        return node.val
    if is_max:
        return max(minimax(node.left, False), minimax(node.right, False))
    return min(minimax(node.left, True), minimax(node.right, True))
