/**
 * The types of the API's answers, for the reader and for the type checker. No code.
 *
 *     deno check src/kibitz/web/static
 *
 * @typedef {[number, number]} Cell  row from the top, column from the left, both from 0
 *
 * @typedef {object} BoardView  rows of marks ('.' empty, ' ' no cell), names along the top and the left edge
 * @property {string[]} rows
 * @property {string[]} columns
 * @property {string[]} lines
 * @property {string} [marks]  what people may put on the cells; empty where a position is written in another way
 * @property {string} [shape]  squares, hexagons, points, edges or pits
 * @property {[Cell, Cell][]} [links]  the lines between points
 * @property {Text[]} [texts]  what cells say where one character does not
 * @property {[number, number] | null} [blocks]  rows and columns of a part that heavier lines set off
 * @property {Text[]} [names]  of cells, where the names along the edges do not say it
 *
 * @typedef {[number, number, string]} Text  row, column, and what is written there
 *
 * @typedef {object} LegalMove  the cells that mean it (none for a pass), and the board after it
 * @property {string} move
 * @property {Cell[]} cells
 * @property {[Cell, Cell][]} [steps]  the pairs of cells, from and to, that mean it
 * @property {string[]} after
 * @property {Text[]} [texts]  after it
 * @property {Cell[]} [path]  the cells it goes through, where they change one after the other
 *
 * @typedef {object} HistoryEntry  the position after a move; the first of a history is the start, where `move` is null
 * @property {string | null} move
 * @property {string[]} rows
 * @property {number} to_move
 * @property {string | null} passed
 * @property {Text[]} [texts]
 *
 * @typedef {object} Position  the answer of /api/position: a position and the game that led to it
 * @property {string} game  full spec
 * @property {string} title
 * @property {string} variant
 * @property {string} look
 * @property {string[]} moves
 * @property {string} moves_text
 * @property {string | null} start
 * @property {string | null} position
 * @property {[string, string]} players  as `position` writes the sides
 * @property {[string, string]} sides  as people call them
 * @property {number} to_move
 * @property {BoardView} board
 * @property {LegalMove[]} legal
 * @property {{move: string, cells: Cell[], path: Cell[]} | null} last
 * @property {boolean} over
 * @property {string | null} result
 * @property {string | null} why
 * @property {number | null} winner
 * @property {Cell[]} winning
 * @property {string | null} passed
 * @property {string} remark  what the board does not show, in a sentence
 * @property {string} opening  what people call it; empty where it has no name
 * @property {HistoryEntry[]} history
 *
 * @typedef {object} TreeView  the answer of /api/variations: a game with its variations, in the order of the text
 * @property {string} moves_text
 * @property {{parent: number, move: string, side: number}[]} moves
 *
 * @typedef {object} Option  one field of a form
 * @property {string} name
 * @property {"int" | "float" | "bool" | "str"} kind
 * @property {number | boolean | string | null} default
 * @property {string} about
 * @property {string} expects  which values are allowed, in words
 * @property {number | null} low
 * @property {number | null} high
 * @property {string[]} choices
 *
 * @typedef {{name: string, about: string, options: Option[]}} EvaluatorInfo
 *
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {string} about  how it is played and won, in a sentence
 * @property {string} rules  at length; empty if there is no more to say
 * @property {string} document  the page of the documentation about it; empty if there is none
 * @property {string} look
 * @property {[string, string]} players
 * @property {Option[]} options
 * @property {{title: string, spec: string}[]} presets
 * @property {string} evaluator
 * @property {EvaluatorInfo[]} evaluators
 * @property {Position} picture
 * @property {string} family
 * @property {string} heading  what it is listed under
 * @property {Record<string, string>} aliases  further names and the specs they stand for
 * @property {string[]} other_names  what people also call it
 * @property {{title: string, spec: string, picture: Position}[]} boards  variants that people know as games
 *
 * @typedef {object} Level  a player in plain words; `rating`: Elo above level 1, where that was measured
 * @property {string} spec
 * @property {string} title
 * @property {string} about
 * @property {string} [group]  the heading it is listed under
 * @property {number | null} [rating]
 *
 * @typedef {object} Hint  in three steps: `where` and `cells`, `kind`, `move`
 * @property {string} where
 * @property {Cell[]} cells
 * @property {string} kind
 * @property {string} move
 * @property {boolean} proven
 * @property {string} by
 *
 * @typedef {{name: string, about: string, searches: boolean, options: Option[]}} PlayerInfo
 *
 * @typedef {object} PlayersInfo
 * @property {string} hint  who is asked for a hint
 * @property {Level[]} levels
 * @property {PlayerInfo[]} players
 *
 * @typedef {object} RootMove  what a player's answer says of a move
 * @property {string} move
 * @property {number} score
 * @property {"exact" | "lower" | "upper"} bound
 * @property {boolean} proven
 * @property {number} visits
 * @property {number | null} share  how likely a network finds it
 *
 * @typedef {object} MoveScore
 * @property {number} score
 * @property {string} text  short, for the board
 * @property {number} level  from -1 (lost) to 1 (won)
 * @property {boolean} proven
 * @property {number | null} distance
 * @property {string} bound
 * @property {number | null} amount  in the unit of a game that is won by more or less, such as discs
 * @property {string} words  all of it, and for whom
 * @property {number} merit  what moves are sorted by
 *
 * @typedef {object} Scores  one step of an analysis
 * @property {number} depth
 * @property {boolean} exact
 * @property {string} source
 * @property {string} by  who says so
 * @property {Record<string, MoveScore>} scores
 * @property {string[]} order  the moves, best first
 * @property {string} best
 * @property {string[]} line
 * @property {number} nodes
 * @property {number} speed
 * @property {number} seconds
 *
 * @typedef {object} ReviewPly  what a move of the game was worth, from the view of the side that began
 * @property {number} ply
 * @property {string | null} move
 * @property {number} score
 * @property {string} text
 * @property {number} level  from -1 to 1
 * @property {string | null} best
 * @property {number} lost
 * @property {string} mistake  a word for it, empty for a good move
 * @property {boolean} exact
 * @property {number | null} side  who made the move
 * @property {string} mark  ?! ? or ??, empty for a good move
 * @property {string} words  how the position stands
 * @property {string} lost_words
 * @property {boolean} lost_exact
 * @property {number} height  how much, from -1 to 1, for the graph
 * @property {string} sentence  what the coach says of the move, empty for a good one
 *
 * @typedef {object} SideSummary
 * @property {number} side
 * @property {number | null} accuracy  from 0 to 100
 * @property {number} counted
 * @property {number} slips
 * @property {number} mistakes
 * @property {number} blunders
 *
 * @typedef {{ply: number, why: Why}} TurningPoint
 *
 * @typedef {object} ReviewSummary
 * @property {SideSummary[]} sides
 * @property {string} definition  of the accuracy
 * @property {string} unit  in which a game is won by more or less; empty if it is not
 * @property {[number, string][]} ticks  heights of the graph and what they mean
 * @property {TurningPoint[]} turning_points
 * @property {number} judged  how many of the moves all this is about
 * @property {number} moves
 * @property {boolean} provisional  from a quick search, while code is compiled
 *
 * @typedef {object} LineStep  a move of a line and what it does
 * @property {number} side
 * @property {string} move
 * @property {boolean} forced
 * @property {string} kind
 * @property {string} reason
 * @property {Cell[]} cells
 * @property {{side: number, cell: Cell, move: string | null, row: string}[]} threats
 *
 * @typedef {object} Why  what a move gave away, and how that is known
 * @property {number} side
 * @property {string} move
 * @property {string} best
 * @property {string} mark
 * @property {string} sentence
 * @property {string} was
 * @property {string} is_now
 * @property {LineStep[]} line
 * @property {boolean} is_plain
 * @property {LineStep[]} better
 * @property {number | null} held
 * @property {number} others
 * @property {string} held_words
 * @property {boolean} proven
 * @property {string} certainty
 * @property {boolean} provisional  from a quick search, while code is compiled
 * @property {{eval: string, unit: string, plies: number, terms: TermChange[]} | null} terms
 *
 * @typedef {{name: string, about: string, with_best: number, with_move: number, change: number}} TermChange
 *
 * @typedef {object} Term
 * @property {string} name
 * @property {string} about
 * @property {number} amount
 * @property {number} weight
 * @property {number} value
 * @property {[number, number, number][]} cells  row, column, and the share of that cell
 * @property {{cells: Cell[], amount: number}[]} features  the single things counted, such as an open line
 *
 * @typedef {{eval: string, total: number, to_move: number, terms: Term[]}} Explanation
 */
export {};
