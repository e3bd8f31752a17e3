/**
 * The address holds everything: the page, the game, who plays, the moves, and the position that is shown.
 *
 *     /play?game=connect-four&first=human&second=engine:time=1&moves=4455&ply=2
 *     /play?game=connect-four&moves=4+4+(5+3)+5&variation=1
 *
 * So reload, back, forward and shared links work without anything else being stored.
 */

import { lineText } from "./move_tree.js";

/**
 * @typedef {object} Address
 * @property {string} page  "" for the start page
 * @property {string} game  spec; empty when none is chosen
 * @property {string} first  player's spec
 * @property {string} second
 * @property {string} moves  of the whole game, as people write them, variations in parentheses
 * @property {number | null} ply  the position shown, null for the last
 * @property {number | null} variation  the number of the variation shown, null for the main line
 * @property {number | null} played  of an analysis, how many moves of the main line were played in the game; the rest was tried
 * @property {string} position  where the game starts from; empty for the usual start
 * @property {number | null} resigned  which side gave up
 * @property {number | null} seed  for players that use random numbers, so that a link plays the same game
 * @property {string} adviser  who advises a person that plays; empty for nobody
 * @property {string} searcher  whose tree is under the microscope
 * @property {string} player  whose move is to be explained, instead of a searcher; or "analysis"
 * @property {string} example  of the microscope, instead of a search
 * @property {string} other  the search it is compared with
 * @property {string} tree  a recording that came from a file, instead of game and searcher
 * @property {string} view  map or drawing; of a training, mistakes or table
 * @property {string} place  what is seen of the map or the drawing
 * @property {string} projector  "on" if the microscope is laid out for a lecture
 * @property {string} pov  "mover" if values are for the side to move at a node
 * @property {number | null} node  the node looked at
 * @property {number | null} step  of the replay
 * @property {string} tournament  the one the arena shows, or a game belongs to; empty for setting one up
 * @property {string} players  the specs of those who take part, with semicolons between
 * @property {string} kind  round-robin, gauntlet or swiss
 * @property {string} games  between any two that meet
 * @property {string} rounds  of swiss
 * @property {string} openings  moves of an opening
 * @property {string} sprt  two Elo differences with a comma between: the hypotheses of the test
 * @property {string} entry  of the lab's catalogue; empty for all of it
 * @property {string} fault  of a published program, or one that the doctor knows
 * @property {string} report  of an examination by the doctor
 * @property {string} rows  "all", "ours" for those that come with Kibitz, or only the quick ones
 * @property {string} verdict  which entries are listed; empty for all
 * @property {string} printed  "tables" or "claims"; empty for both
 * @property {string} exercise  the kind of exercise; "daily" for those of a day, "sheet" for making a sheet, empty for a choice
 * @property {number | null} level  of an exercise
 * @property {string} kinds  of exercises on a sheet, with commas between
 * @property {number | null} count  of the tasks of each kind on a sheet
 * @property {string} solutions  "on" if a sheet has them
 * @property {string} day  whose exercises are shown, as in 2026-03-01; empty for today
 * @property {string} training  of a player, that the Learn page shows; empty for beginning one
 * @property {string} method  of learning
 * @property {number | null} at  a checkpoint of the training, by its games; null for the player as it is now
 * @property {string} document  the page of the documentation; empty for the first
 */

const TEXTS = /** @type {const} */ (["game", "first", "second", "moves", "position"]);
const NUMBERS = /** @type {const} */ (["ply", "resigned", "seed"]);
/** The parameters of one page alone, by its path. */
const PAGE_TEXTS = /** @type {const} */ ({
  play: ["tournament", "adviser"],
  analyse: ["tournament", "adviser"],
  tree: ["searcher", "player", "example", "other", "tree", "view", "place", "pov", "projector"],
  arena: ["tournament", "players", "kind", "games", "rounds", "openings", "sprt"],
  lab: ["entry", "fault", "rows", "verdict", "printed"],
  doctor: ["fault", "report"],
  exercises: ["exercise", "day", "kinds", "solutions"],
  learn: ["training", "method", "view"],
  manual: ["document"],
});
const PAGE_NUMBERS = /** @type {const} */ ({
  play: ["variation", "played"],
  analyse: ["variation", "played"],
  tree: ["node", "step"],
  exercises: ["level", "count"],
  learn: ["at"],
});

/** @param {string} [href] @returns {Address} */
export function readAddress(href = location.href) {
  const url = new URL(href);
  const query = url.searchParams;
  /** @param {string} name */
  const number = (name) => (/^\d+$/.test(query.get(name) ?? "") ? Number(query.get(name)) : null);
  return {
    page: url.pathname.replace(/^\/|\/$/g, ""),
    game: query.get("game") ?? "",
    first: query.get("first") || "human",
    second: query.get("second") || "human",
    moves: query.get("moves") ?? "",
    position: query.get("position") ?? "",
    ply: number("ply"),
    variation: number("variation"),
    played: number("played"),
    resigned: number("resigned"),
    seed: number("seed"),
    adviser: query.get("adviser") ?? "",
    searcher: query.get("searcher") ?? "",
    player: query.get("player") ?? "",
    example: query.get("example") ?? "",
    other: query.get("other") ?? "",
    tree: query.get("tree") ?? "",
    view: query.get("view") ?? "",
    place: query.get("place") ?? "",
    pov: query.get("pov") ?? "",
    projector: query.get("projector") ?? "",
    node: number("node"),
    step: number("step"),
    tournament: query.get("tournament") ?? "",
    players: query.get("players") ?? "",
    kind: query.get("kind") ?? "",
    games: query.get("games") ?? "",
    rounds: query.get("rounds") ?? "",
    openings: query.get("openings") ?? "",
    sprt: query.get("sprt") ?? "",
    entry: query.get("entry") ?? "",
    fault: query.get("fault") ?? "",
    report: query.get("report") ?? "",
    rows: query.get("rows") ?? "",
    verdict: query.get("verdict") ?? "",
    printed: query.get("printed") ?? "",
    exercise: query.get("exercise") ?? "",
    level: number("level"),
    day: query.get("day") ?? "",
    kinds: query.get("kinds") ?? "",
    count: number("count"),
    solutions: query.get("solutions") ?? "",
    training: query.get("training") ?? "",
    method: query.get("method") ?? "",
    at: number("at"),
    document: query.get("document") ?? "",
  };
}

/** The path and query of an address, short and readable. @param {Address} given */
export function writeAddress(given) {
  const address = { ...given };
  if (!own(PAGE_NUMBERS, address.page).includes("variation")) {
    address.moves = lineText(given.moves, given.variation ?? 0);
  }
  if (!address.moves.includes("(")) address.variation = null;
  const parts = [];
  const texts = own(PAGE_TEXTS, address.page);
  const hasName = address.page === "arena" && address.tournament; // a tournament's name says the rest
  for (const name of [...TEXTS, ...(hasName ? texts.slice(0, 1) : texts)]) {
    const usual = name === "first" || name === "second" ? "human" : "";
    if (address[name] && address[name] !== usual) parts.push(`${name}=${legible(address[name])}`);
  }
  for (const name of [...NUMBERS, ...own(PAGE_NUMBERS, address.page)]) {
    if (address[name] !== null) parts.push(`${name}=${address[name]}`);
  }
  return `/${address.page}${parts.length ? "?" + parts.join("&") : ""}`;
}

/**
 * The parameters that a page has for itself.
 *
 * @template {string} N
 * @param {Record<string, readonly N[]>} names
 * @param {string} page
 * @returns {readonly N[]}
 */
const own = (names, page) => (Object.hasOwn(names, page) ? names[page] : []);

/** Encode a query value, but leave readable what an address may contain. @param {string} text */
function legible(text) {
  return encodeURIComponent(text)
    .replace(/%3A/g, ":")
    .replace(/%2C/g, ",")
    .replace(/%3D/g, "=")
    .replace(/%20/g, "+")
    .replace(/%3B/g, ";")
    .replace(/%2F/g, "/");
}

/** A seed for a new game, if a program plays in it. @param {Address} address */
export const freshSeed = ({ first, second }) =>
  first === "human" && second === "human" ? null : Math.floor(Math.random() * 1_000_000);

/** The same game and players, with nothing played. @param {Address} address @returns {Address} */
export const withoutMoves = (address) => ({
  ...address,
  moves: "",
  position: "",
  ply: null,
  variation: null,
  played: null,
  resigned: null,
  seed: null,
});

/** @type {Set<(address: Address) => void>} */
const listeners = new Set();

/** Call a function whenever the address has changed. @param {(address: Address) => void} listener */
export function onAddress(listener) {
  listeners.add(listener);
}

/**
 * Go to an address. `replace` leaves no step for the back button: for a program's reply or a look at an earlier move.
 *
 * @param {Address} address
 * @param {{replace?: boolean}} [how]
 */
export function go(address, { replace = false } = {}) {
  const text = writeAddress(address);
  if (replace) history.replaceState(null, "", text);
  else if (text !== location.pathname + location.search) history.pushState(null, "", text);
  tell();
}

/** Change the address without calling the listeners. @param {Address} address */
export function note(address) {
  history.replaceState(null, "", writeAddress(address));
}

function tell() {
  const address = readAddress();
  for (const listener of listeners) listener(address);
}

addEventListener("popstate", tell);
