/**
 * What the server tells the lab, for the reader and for the type checker. No code.
 *
 * @typedef {"holds" | "holds with a condition" | "wrong" | "cannot tell" | "not measured yet"} Verdict
 *
 * @typedef {object} Answer  a verdict with its sentence; `condition` and `missing` are empty where not needed
 * @property {Verdict} verdict
 * @property {string} sentence
 * @property {string} figures
 * @property {string} condition
 * @property {string} missing
 *
 * @typedef {object} Entry  a published table or claim, and what was found so far
 * @property {string} id
 * @property {string} title
 * @property {string} report  by short name and title, or empty
 * @property {string} source
 * @property {string} says
 * @property {string} assumes
 * @property {string[]} covers
 * @property {"table" | "claim"} kind
 * @property {number} cells  rows in all
 * @property {number} measured
 * @property {"here" | "us" | ""} measured_by  "us": the figures that come with Kibitz
 * @property {Answer[]} answers  one, or two: of the report's own program, and with its faults corrected
 *
 * @typedef {{id: string, title: string, report: string, replicas: string[], switch: string}} FaultSummary
 *
 * @typedef {object} Report
 * @property {string} id  empty for what belongs to none
 * @property {string} title
 * @property {string} about  what it was
 * @property {{entry: Entry, is_running: boolean}[]} entries
 * @property {FaultSummary[]} faults
 *
 * @typedef {{reports: Report[], counts: Partial<Record<Verdict, number>>, run: RunStatus}} Catalogue
 *
 * @typedef {object} Link  into the app
 * @property {"board" | "microscope"} kind
 * @property {string} title
 * @property {string} who
 * @property {string} href
 *
 * @typedef {object} Row  of the table; `failed` says why it could not be measured
 * @property {string} name
 * @property {string} quick  what a quick row does less than the full one, or empty
 * @property {string[]} cells
 * @property {boolean} is_measured
 * @property {string} failed
 * @property {Link[]} links
 *
 * @typedef {{x: number | string | null, y: number, low: number | null, high: number | null}} Point
 * @typedef {{label: string, kind: "measured" | "reported", about: string, colour: number, points: Point[]}} Series
 *
 * @typedef {object} Picture
 * @property {"lines" | "bars"} kind
 * @property {string} title
 * @property {string} x
 * @property {string} y
 * @property {boolean} log
 * @property {Series[]} series
 *
 * @typedef {object} EntryTable
 * @property {Entry} entry
 * @property {{text: string, span: number}[]} headings
 * @property {("reported" | "measured")[]} kinds  a column each
 * @property {Row[]} rows
 * @property {Picture | null} plot
 * @property {string[]} sources
 *
 * @typedef {object} RunStatus  how far a run is, or how the last one ended
 * @property {string} entry  whose row is being measured
 * @property {boolean} is_running
 * @property {boolean} is_stopping
 * @property {number} done
 * @property {number} planned
 * @property {string} row  being measured
 * @property {string} since  time
 * @property {{row: string, reason: string}[]} failed
 * @property {string} error
 *
 * @typedef {{player: string, move: string, asked_for: string | null, nodes: number, outcome: string}} Answered
 *
 * @typedef {object} Fault  and the smallest position it shows in
 * @property {string} id
 * @property {string} title
 * @property {string} report  by short name and title, or empty
 * @property {string[]} replicas
 * @property {string} switch
 * @property {string} does
 * @property {string} right
 * @property {string} said
 * @property {string} game
 * @property {string} moves
 * @property {string} to_move
 * @property {Record<string, string>} results
 * @property {Answered} faulty
 * @property {Answered} correct
 * @property {string} page
 */

export {};
