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
 *
 * @typedef {object} LegalMove  the cells that mean it (none for a pass), and the board after it
 * @property {string} move
 * @property {Cell[]} cells
 * @property {string[]} after
 *
 * @typedef {object} HistoryEntry  the position after a move; the first of a history is the start, where `move` is null
 * @property {string | null} move
 * @property {string[]} rows
 * @property {number} to_move
 * @property {string | null} passed
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
 * @property {{move: string, cells: Cell[]} | null} last
 * @property {boolean} over
 * @property {string | null} result
 * @property {string | null} why
 * @property {number | null} winner
 * @property {Cell[]} winning
 * @property {string | null} passed
 * @property {HistoryEntry[]} history
 *
 * @typedef {object} Option  one field of a form
 * @property {string} name
 * @property {"int" | "float" | "bool" | "str"} kind
 * @property {number | boolean | string | null} default
 * @property {string} about
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
 * @typedef {object} MoveScore
 * @property {number} score
 * @property {string} text  short, for the board
 * @property {number} level  from -1 (lost) to 1 (won)
 * @property {boolean} proven
 * @property {number | null} distance
 * @property {string} bound
 *
 * @typedef {object} Scores  one step of an analysis
 * @property {number} depth
 * @property {boolean} exact
 * @property {string} source
 * @property {string} by  who says so
 * @property {Record<string, MoveScore>} scores
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
