def minimax(node, depth, player):
    if depth == 0 or not node["children"]:
        return {"value": node["value"], "move": None}
    best = None
    for i, child in enumerate(node["children"]):
        value = minimax(child, depth - 1, "MIN" if player == "MAX" else "MAX")["value"]
        if best is None or (player == "MAX" and value > best["value"]) or (player == "MIN" and value < best["value"]):
            best = {"value": value, "move": i}
    return best
