/**
 * What the server tells the Learn page, for the reader and for the type checker. No code.
 *
 * @typedef {object} Method  a way to learn
 * @property {string} name
 * @property {string} about
 * @property {"games" | "positions"} unit  what it learns from, and the option that says how many
 * @property {import("../shared/api_types.js").Option[]} options
 * @property {boolean} is_table  it learns a table of positions
 * @property {string} needs  what has to be installed, in a sentence; empty if nothing has
 * @property {boolean} is_ready
 *
 * @typedef {object} Overview  what a training is and how far
 * @property {string} training
 * @property {string} game  spec
 * @property {string} title  of the game
 * @property {string} variant
 * @property {string} method  spec
 * @property {string} about  of the method
 * @property {string} begun  time
 * @property {"running" | "finished" | "stopped"} state
 * @property {string} stage  what is being done while it runs
 * @property {string} error  why it stopped, if not by hand
 * @property {"games" | "positions"} unit
 * @property {number} done
 * @property {number} total
 * @property {number} seconds  of learning
 * @property {number} rate  games or positions a second
 * @property {string} truth  what it is measured by; empty as long as that is not known
 * @property {number | null} kept
 * @property {number | null} loss
 * @property {boolean} is_table
 * @property {boolean} is_shown  there is a player already
 * @property {number[]} checkpoints
 * @property {string} player  spec
 * @property {string} obstacle  why it cannot go on here; empty if it can
 *
 * @typedef {object} Point  of the curve
 * @property {number} done
 * @property {number} seconds
 * @property {number} kept  the share of positions in which its move keeps the result
 * @property {number} loss  points given away a move
 *
 * @typedef {import("../shared/api_types.js").BoardView} BoardView
 * @typedef {import("../shared/api_types.js").Cell} Cell
 *
 * @typedef {object} Mistake
 * @property {string} moves  that lead there
 * @property {number} plies
 * @property {number} to_move
 * @property {BoardView} board
 * @property {Cell[]} last
 * @property {string} played
 * @property {string[]} better
 * @property {number} loss
 * @property {boolean} is_exact
 * @property {string} gives_away
 * @property {string} link
 *
 * @typedef {object} Mistakes
 * @property {number} done
 * @property {string} truth
 * @property {number} positions
 * @property {number} wrong
 * @property {number} first
 * @property {string} look
 * @property {[string, string]} sides
 * @property {Mistake[]} mistakes
 *
 * @typedef {{move: string, value: number, visits: number, cells: Cell[]}} TableMove
 *
 * @typedef {object} TableRow
 * @property {string | null} position
 * @property {number} to_move
 * @property {BoardView} board
 * @property {boolean} is_known
 * @property {boolean} is_over
 * @property {number} visits
 * @property {TableMove[]} moves
 * @property {string} link
 *
 * @typedef {object} TablePage
 * @property {number} done
 * @property {number} size
 * @property {number} first
 * @property {string} look
 * @property {[string, string]} sides
 * @property {TableRow[]} rows
 *
 * @typedef {object} SelfPlayGame
 * @property {number} done
 * @property {number} seed
 * @property {number} opening
 * @property {import("../shared/api_types.js").Position} game
 */

export {};
