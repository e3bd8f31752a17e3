/**
 * The types that the parts of the microscope exchange, for the reader and for the type checker. No code.
 *
 * Node ids are the order in which the search entered the nodes; a subtree is the ids node … node + size - 1. Texts of
 * values and windows are for the side `viewer`; in pictures for Max, the side to move at the root.
 *
 * @typedef {"root" | "mover"} PointOfView  whom a panel's values are for: the side to move at the root, or at the node
 *
 * @typedef {object} Pass  one search of the tree: iterative deepening and MTD(f) make several
 * @property {number} root
 * @property {number} depth
 * @property {number} nodes
 * @property {number} height  plies
 * @property {string} value
 * @property {boolean} whole
 * @property {string} label
 *
 * @typedef {object} Example  a search worth a look; `other` and `view` may be empty
 * @property {string} name
 * @property {string} title
 * @property {string} look  what to look for
 * @property {string} game
 * @property {string} moves
 * @property {string} searcher
 * @property {string} other
 * @property {string} view
 *
 * @typedef {object} CodeLine
 * @property {string} id
 * @property {string} text
 * @property {number} indent
 *
 * @typedef {object} Recording
 * @property {string} tree  its id on the server: a digest of game, position and search
 * @property {string} game
 * @property {string} name  the game as people call it
 * @property {string} title
 * @property {boolean} playable  whether the game can be played and searched
 * @property {string} look
 * @property {[string, string]} players
 * @property {number} to_move  the side called Max
 * @property {number} begins  the side to move at the root
 * @property {string} moves
 * @property {string | null} start  the position the game began from, null for the usual one
 * @property {string} searcher
 * @property {string} algorithm
 * @property {number} root  of the last whole pass
 * @property {number} nodes
 * @property {number} missed
 * @property {string} note  a sentence when recording stopped early
 * @property {string | null} move
 * @property {string} value
 * @property {number} steps  of the replay
 * @property {string} replay_note  why there are none
 * @property {boolean} depth_first  whether ids are in the order of the search
 * @property {Pass[]} passes
 * @property {boolean} has_windows
 * @property {string[]} columns
 * @property {number[]} line
 * @property {{title: string, source: string, lines: CodeLine[]}} pseudocode
 * @property {Omit<import("../shared/api_types.js").BoardView, "rows">} board  what all boards have in common
 * @property {string[]} names  of the moves, by their numbers
 * @property {{sign: string, words: string}[]} legend  the signs of the pictures
 * @property {{id: string, title: string, report: string, nodes: number, first: number | null}[]} faults  of a published program, with
 *   the number of nodes each acts at
 *
 * @typedef {object} Card  a node as it is drawn
 * @property {number} node
 * @property {number | null} parent
 * @property {string} move
 * @property {number} ply
 * @property {number | null} depth
 * @property {number} size
 * @property {"inner" | "terminal" | "horizon" | "table" | "stopped"} kind
 * @property {number} to_move
 * @property {string} value
 * @property {string} window
 * @property {string} bound
 * @property {boolean} cut  whether moves were left out
 * @property {boolean} research
 * @property {boolean} principal
 * @property {string[]} ghosts
 * @property {number} saved
 * @property {string[]} rows
 * @property {import("../shared/api_types.js").Text[]} [texts]
 * @property {[number, number][]} last
 * @property {[number, number][]} winning
 * @property {number | null} visits
 * @property {number | null} mean
 * @property {string} mean_text
 * @property {string | null} proof  for Max, as text
 * @property {string | null} disproof
 * @property {number} viewer  the side that the texts are for
 * @property {number} born  the step of the replay from which on it is there
 * @property {{id: string, title: string, here: string}[]} faults  that act here, and what each does
 * @property {boolean} [only]  whether the other search did not visit it
 *
 * @typedef {{value: string, window: string, proof: string | null, disproof: string | null}} CardTexts
 * @typedef {Card & {x: number, y: number, hidden: number, for_min: CardTexts}} PlacedCard  texts for Max, and for Min
 * @typedef {{node: number, move: string, x: number, y: number, width: number, height: number, saved: number}} Ghost
 *
 * @typedef {object} Drawing  the top of a subtree, laid out
 * @property {number} root
 * @property {number} width
 * @property {number} height
 * @property {number} node_width
 * @property {number} node_height
 * @property {PlacedCard[]} nodes
 * @property {Ghost[]} ghosts
 * @property {boolean} [flat]  whether value and window stand beside the board instead of below it
 * @property {number} [way]  if only the way from the root to this node is drawn, with the other moves beside it
 * @property {{x: number, y: number, plies: number}} [gap]  where rows of that way are left out
 *
 * @typedef {object} Icicle  a stretch of the map: parallel columns, and blocks of what was too narrow to tell apart
 * @property {number} root
 * @property {number} height
 * @property {number[]} id
 * @property {number[]} ply
 * @property {number[]} size
 * @property {number[]} kind
 * @property {number[]} flags
 * @property {number[]} move
 * @property {string[]} value  for Max
 * @property {string[]} value_for_min
 * @property {number[]} born  likewise; empty for a search that goes depth first
 * @property {{x: number[], width: number[], ply: number[], height: number[], only?: boolean[]}} merged
 *
 * @typedef {object} Step  a node on the way to the current one, as it stands at a moment
 * @property {number} node
 * @property {string} move
 * @property {number} ply
 * @property {number} size
 * @property {string} alpha_text
 * @property {string} beta_text
 * @property {string} best_text
 * @property {string} closed  why the window is empty; empty while it is open
 * @property {number} tried
 * @property {number} moves
 * @property {number} to_move
 * @property {number} viewer  the side that the texts are for
 *
 * @typedef {{node: number, there: boolean, value: string, note: string, merit: number | null, value_for_min: string,
 *   note_for_min: string}} NumbersAtStep
 *
 * @typedef {object} Moment
 * @property {number} step
 * @property {string} event  enter, leave, cut; simulate, update
 * @property {number} node
 * @property {string} line  of the pseudocode, for the node
 * @property {string} then  what its parent makes of it: improve, keep, cut
 * @property {string} sentence
 * @property {Step[]} path
 * @property {Card} card
 * @property {NumbersAtStep[]} known  numbers as they stood at this step
 *
 * @typedef {object} Detail
 * @property {Card} card
 * @property {{node: number, move: string, value: string, window: string}[]} path
 * @property {{node: number, move: string, value: string, window: string, size: number, kind: string, cut: boolean,
 *   research: boolean, visits: number | null, merit: number | null, born: number, done: number}[]} children  `merit`:
 *   what they are sorted by, the largest first; null without a value
 * @property {{move: string, saved: number}[]} ghosts
 * @property {{nodes: number, leaves: number, cutoffs: number}} counts
 * @property {number} step_entered
 * @property {number} step_left
 * @property {string | null} moves  from the start of the game; null where a faulty program lets a side pass
 * @property {number} saved  nodes that minimax visits below the moves never searched
 * @property {boolean} saved_exactly  or an estimate
 * @property {number | null} cut_nodes  below it, those that left moves out; null if there are too many nodes to ask
 *
 * @typedef {object} Reason
 * @property {string} sentence
 * @property {number[]} path
 * @property {{holder: number | null} | null} bound
 * @property {number | null} leaf
 * @property {import("../shared/api_types.js").Term[]} terms
 * @property {number | null} total
 *
 * @typedef {object} Statistics
 * @property {number} [node]  that they are of, if not of the one that was asked about
 * @property {number} nodes
 * @property {number} leaves
 * @property {number} cutoffs
 * @property {number} research
 * @property {number} table_hits
 * @property {number | null} first_move_cuts
 * @property {number[]} cutoffs_by_index
 * @property {number | null} minimax  nodes that minimax visits, if they were counted
 * @property {number} saved
 * @property {string} saved_means
 * @property {number | null} minimal
 * @property {{ply: number, nodes: number, leaves: number, cutoffs: number, minimal: number | null,
 *   ratio: number | null, saved: number}[]} plies
 *
 * @typedef {object} SeekRequest  what a replay is to run to
 * @property {number} step
 * @property {1 | -1} direction
 * @property {string} wanted  cutoff, move, depth, value, closes, research, table, leaf, proven, fault
 * @property {string} what
 *
 * @typedef {object} Source  where the tree comes from: a server, or the page itself
 * @property {Recording} recording
 * @property {string[]} formats  in which a subtree can be saved
 * @property {string} [other]  the recording that this one is compared with
 * @property {PointOfView} pov  whom the values of nodes, steps and answers are for
 * @property {(root: number, x0: number, x1: number, width: number) => Promise<Icicle>} icicle
 * @property {(root: number, levels: number, most: number, size: {node_width: number, node_height: number}) =>
 *   Promise<Drawing>} drawing  so many levels below the root, if they are not more nodes than that
 * @property {(node: number) => Promise<Detail>} node
 * @property {(step: number) => Promise<Moment>} step
 * @property {(from: number, count: number) => Promise<Moment[]>} steps
 * @property {(step: number, nodes: number[]) =>
 *   Promise<NumbersAtStep[]>} known  numbers as they stood at a step
 * @property {(wish: SeekRequest) => Promise<{found: boolean, moment: Moment | null, sentence: string}>} seek
 * @property {(node: number, question: "cut" | "value") => Promise<Reason>} why
 * @property {(step: number) => Promise<Reason>} whyStep
 * @property {(node: number) => Promise<Statistics>} statistics
 * @property {(text: string) => Promise<{found: {node: number, moves: string[], value: string, ply: number}[],
 *   more: boolean}>} find
 * @property {(node: number, format: string) => Promise<Blob>} file  a subtree in one of the formats
 * @property {(format: string) => Promise<Blob>} [whole]  the whole recording, where it is not the page itself
 */
export {};
