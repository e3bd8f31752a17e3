"""Names of Othello openings, by the moves that lead to them; every turned or mirrored form has the same name.

From R. Gatliff's catalogue, as printed at samsoft.org.uk/reversi/openings.htm; the Othello Wiki Book
(othello.dk/book/index.php/Openings) has the three answers to the first move likewise. Where an opening has several
names, the first is taken; continuations that only carry the name of another opening are left out.
"""

from __future__ import annotations

_TABLE = """
c4c3                          Diagonal
c4c3d3c5b2                    X-square
c4c3d3c5b3                    Snake
c4c3d3c5b3f3                  Lysons
c4c3d3c5b3f4b5b4c6d6f5        Pyramid
c4c3d3c5b4                    Heath
c4c3d3c5b4d2d6                Heath-Bat
c4c3d3c5b4d2e2                Iwasaki
c4c3d3c5b4e3                  Heath-Chimney
c4c3d3c5b5                    Raccoon Dog
c4c3d3c5b6                    Rocket
c4c3d3c5b6c6b5                Hamilton
c4c3d3c5b6e3                  Lollipop
c4c3d3c5d6                    Cow
c4c3d3c5d6e3                  Chimney
c4c3d3c5d6f4b4                Cow Bat
c4c3d3c5d6f4f5                Rose-v-Toth
c4c3d3c5d6f4f5d2              Tanida
c4c3d3c5d6f4f5d2b5            Aircraft
c4c3d3c5d6f4f5d2g4d7          Sailboat
c4c3d3c5d6f4f5e6c6d7          Maruoka
c4c3d3c5d6f4f5e6f6            Landau
c4c3d3c5f6                    Buffalo
c4c3d3c5f6e2c6                Maruoka Buffalo
c4c3d3c5f6e3c6f5f4g5          Tanida Buffalo
c4c3d3c5f6f5                  Hokuriku Buffalo
c4c3e6c5                      Wing
c4c3f5c5                      Semi-Wing
c4c5                          Parallel
c4e3                          Perpendicular
c4e3f4c5d6e6                  Mimura
c4e3f4c5d6f3c6                Shaman
c4e3f4c5d6f3d3                Inoue
c4e3f4c5d6f3d3c3              Iago
c4e3f4c5d6f3e2                Bhagat
c4e3f4c5d6f3e6c3d3e2          Rose
c4e3f4c5d6f3e6c3d3e2b5        Flat
c4e3f4c5d6f3e6c3d3e2b5f5      Rotating Flat
c4e3f4c5d6f3e6c3d3e2b6f5      Rose-Birth
c4e3f4c5d6f3e6c3d3e2b6f5g5    Rose-Birdie
c4e3f4c5d6f3e6c3d3e2d2        Greenberg
c4e3f4c5d6f3e6c6              Ralle
c4e3f4c5e6                    Horse
c4e3f5b4                      Ganglion
c4e3f5b4f3                    Swallow
c4e3f5e6d3                    Italian
c4e3f5e6f4                    Cat
c4e3f5e6f4c5d6c6f7f3          Sakaguchi
c4e3f5e6f4c5d6c6f7g5g6        Berner
c4e3f6b4                      Bent Ganglion
c4e3f6e6f5                    Tiger
c4e3f6e6f5c5c3                Stephenson
c4e3f6e6f5c5c3b4              No-Kung
c4e3f6e6f5c5c3c6              Comp'Oth
c4e3f6e6f5c5c3g5              Kung
c4e3f6e6f5c5d3                Leader's Tiger
c4e3f6e6f5c5d6                Brightwell
c4e3f6e6f5c5f4g5g4f3c6d3d6    Ishii
c4e3f6e6f5c5f4g6f7            Rose-Bill
c4e3f6e6f5c5f4g6f7d3          Tamenori
c4e3f6e6f5g6                  Aubrey
"""

_ROWS = (row.split(maxsplit=1) for row in _TABLE.strip().splitlines())
OPENINGS = {moves: name.strip() for moves, name in _ROWS}
