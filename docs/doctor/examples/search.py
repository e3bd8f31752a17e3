import math
import sys


def read(words, count):  # a node is (number, static value, children); numbers in reading order
    number, word = len(count), words.pop()
    count.append(number)
    if word != "(":
        return number, int(word), []
    static, children = int(words.pop()), []
    while words[-1] != ")":
        children.append(read(words, count))
    words.pop()
    return number, static, children


def alphabeta(node, depth, alpha, beta, maximizing, leaves):
    number, static, children = node
    if depth == 0 or not children:
        leaves.append(number)
        return static, -1
    best, move = (-math.inf, -1) if maximizing else (math.inf, -1)
    for index, child in enumerate(children):
        value, _ = alphabeta(child, depth - 1, alpha, beta, not maximizing, leaves)
        if value > best if maximizing else value < best:
            best, move = value, index
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move


for line in sys.stdin:
    _, depth, side, *words = line.split()
    root, leaves = read(words[::-1], []), []
    value, move = alphabeta(root, int(depth), -math.inf, math.inf, side == "max", leaves)
    print("answer", value, move, *leaves, flush=True)
