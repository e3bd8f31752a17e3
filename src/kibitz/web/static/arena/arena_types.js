/**
 * What the server tells the arena, for the reader and for the type checker. No code.
 *
 * @typedef {object} Overview  what a tournament is and how far
 * @property {string} tournament
 * @property {string} game  spec
 * @property {string} title  of the game
 * @property {string} variant
 * @property {string} kind
 * @property {{name: string, spec: string}[]} players
 * @property {string} begun  time
 * @property {"running" | "finished" | "stopped"} state
 * @property {string} stage  what is being done while it runs
 * @property {string} error  why it stopped, if not by hand
 * @property {number} games  that have ended
 * @property {number} planned
 * @property {number} each  games between any two that meet
 * @property {number} seed
 * @property {string} openings
 * @property {[number, number] | null} sprt
 * @property {number} rounds
 *
 * @typedef {object} Standing  a player's line in the table
 * @property {number} rank
 * @property {string} name
 * @property {string} spec
 * @property {number} points
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} forfeits
 * @property {number} elo
 * @property {number} elo_low
 * @property {number} elo_high
 * @property {number} moves
 * @property {number} boards_evaluated
 * @property {number} nodes
 * @property {number} cutoffs
 * @property {number | null} average_depth
 * @property {number} memory
 * @property {number} seconds
 * @property {([number, number] | null)[]} against  points and games against each, in the order of the table
 *
 * @typedef {object} Standings
 * @property {string} verdict
 * @property {string} test
 * @property {number} repeated
 * @property {Standing[]} players
 *
 * @typedef {object} GameLine  a game that has ended
 * @property {number} number
 * @property {string} first  who began
 * @property {string} second
 * @property {number} points  of the first
 * @property {string} result
 * @property {string} fault
 * @property {string} moves
 * @property {number} given  moves of the opening
 * @property {string} link
 * @property {[string, string]} searchers  the search of each side, empty for a player that shows no tree
 *
 * @typedef {object} Board  a game in play or just ended
 * @property {number} number
 * @property {string} first
 * @property {string} second
 * @property {string} look
 * @property {[string, string]} sides
 * @property {import("../shared/api_types.js").BoardView} board
 * @property {import("../shared/api_types.js").Cell[]} last
 * @property {import("../shared/api_types.js").Cell[]} winning
 * @property {number} plies
 * @property {number} to_move
 * @property {string | null} result
 */
export {};
