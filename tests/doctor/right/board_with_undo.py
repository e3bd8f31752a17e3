def negamax(board, depth, colour):
    if depth == 0 or board.is_game_over():
        return colour * board.evaluate()
    best = -float("inf")
    for move in board.legal_moves():
        board.push(move)
        best = max(best, -negamax(board, depth - 1, -colour))
        board.pop()
    return best
