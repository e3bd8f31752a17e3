/**
 * The types of the answers about exercises, for the reader and for the type checker. No code.
 *
 * @typedef {object} Kind  a kind of exercise
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string[]} levels  what makes each of the five harder
 * @property {boolean} takes_game
 * @property {string} usual_game
 * @property {boolean} is_stepwise  whether a question is shown only once those before it are answered
 *
 * @typedef {object} Question
 * @property {string} id
 * @property {string} prompt
 * @property {"number" | "bound" | "choice" | "nodes" | "order" | "move"} form
 * @property {string} node  the node of the tree that is asked about
 * @property {string[]} choices
 * @property {string} unit
 *
 * @typedef {object} Figure
 * @property {"tree" | "board" | "table"} form
 * @property {{id: string, parent: string}[]} [nodes]
 * @property {string[]} [moves]
 * @property {string[]} [columns]
 * @property {string[][]} [rows]
 *
 * @typedef {object} Task
 * @property {string} kind
 * @property {number} level
 * @property {number} seed
 * @property {string} game
 * @property {string} title
 * @property {string} text
 * @property {string[]} conventions
 * @property {Figure[]} figures
 * @property {Question[]} questions
 *
 * @typedef {object} Shown  a figure as the server draws it
 * @property {"tree" | "board" | "table"} form
 * @property {string} caption
 * @property {string} text
 * @property {string | null} svg
 * @property {import("../shared/api_types.js").Position | null} position
 * @property {string} turn
 *
 * @typedef {{task: Task, kind: Kind, shown: Shown[], labels: Record<string, string>}} TaskAnswer  `labels`: what leaves are called, by id
 * @typedef {{question: string, outcome: string, sentence: string}} Mark
 * @typedef {{question: string, answer: string, reason: string, shown: string}} Solution  `shown`: the answer as people read it
 * @typedef {import("../shared/puzzle_progress.js").TaskName} TaskName
 *
 * @typedef {object} AnswerField  where an answer is given
 * @property {HTMLElement} element
 * @property {() => string | null} read  the answer as text; null if there is none yet
 * @property {(text: string) => void} write
 * @property {() => void} focus
 */
export {};
