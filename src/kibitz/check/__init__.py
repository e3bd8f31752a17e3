"""Does a game keep the rules of the house, and an outside program those of its protocol?"""
