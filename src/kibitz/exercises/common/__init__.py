"""What several kinds of exercise share: trees of numbers and the textbook searches of them."""
