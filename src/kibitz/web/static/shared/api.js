/** Requests to the server: answers as JSON, searches as a stream of events. Errors are sentences. */

import { begin, track } from "./settled.js";

/** The server refused a request or could not answer it; the message is meant for people. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status @param {number} [retryAfter] seconds */
  constructor(message, status, retryAfter = 0) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/**
 * @typedef {Record<string, string | number | null | undefined | string[]>} Query  a list: one parameter per item
 */

/** @param {string} path @param {Query} query */
function address(path, query) {
  const used = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (value !== null && value !== undefined && value !== "") used.append(name, String(value));
    }
  }
  const text = String(used);
  return `/api/${path}${text && "?"}${text}`;
}

/** @param {string} url @param {RequestInit} [how] */
async function request(url, how) {
  let response;
  try {
    response = await fetch(url, how);
  } catch (error) {
    if (how?.signal?.aborted) throw error;
    throw new ApiError("The Kibitz server does not answer. Is it still running?", 0);
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  const sentence = told.error ?? `The server answered with status ${response.status}.`;
  throw new ApiError(sentence, response.status, Number(response.headers.get("Retry-After") ?? 0));
}

/** The JSON of an answer. @param {string} url @param {RequestInit} [how] @returns {Promise<any>} */
const fetchJson = (url, how) => track(request(url, how).then((response) => response.json()));

/**
 * One answer.
 *
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const ask = (path, query = {}, signal) => fetchJson(address(path, query), { signal });

/** One answer that is a file. @param {string} path @param {Query} query @returns {Promise<Blob>} */
export const askFile = (path, query) => track(request(address(path, query)).then((response) => response.blob()));

/**
 * Have the server do something, and return its answer.
 *
 * @param {string} path
 * @param {Query} query
 * @param {Blob} [body]
 * @returns {Promise<any>}
 */
export const tell = (path, query, body) => fetchJson(address(path, { ...query, client }), { method: "POST", body });

/**
 * Yield the events of a search. Leaving the loop or aborting the signal ends the search on the server. A busy
 * server is asked again after the time it names; meanwhile a `queued` event says so. The page is busy until the stream
 * ends, or, if it `goesOn`, until its first events are handled.
 *
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} query
 * @param {AbortSignal} signal
 * @param {{goesOn?: boolean}} [how]
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* stream(path, query, signal, { goesOn = false } = {}) {
  const end = begin();
  try {
    yield* readStream(address(path, { ...query, client }), signal, () => goesOn && end());
  } finally {
    end();
  }
}

/** @param {string} url @param {AbortSignal} signal @param {() => void} shown  called when what has come is handled */
async function* readStream(url, signal, shown) {
  /** @type {Response | null} */
  let response = null;
  while (!response) {
    try {
      response = await request(url, { signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || !error.retryAfter) throw error;
      yield { event: "queued", data: {} };
      shown();
      await pause(1000 * error.retryAfter, signal);
    }
  }
  if (!response.body) return;
  let rest = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value.replace(/\r/g, "");
      for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
        const event = readEvent(rest.slice(0, end));
        rest = rest.slice(end + 2);
        if (event?.event === "done") return;
        if (!event) continue;
        yield event;
        if (!rest.includes("\n\n")) shown();
      }
    }
  } finally {
    reader.cancel().catch(() => {}); // the page leaves the stream, so an error at its end does not matter
  }
}

/** One event of a stream, null for a comment. @param {string} text */
function readEvent(text) {
  let event = "message";
  let data = "";
  for (const line of text.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) data += line.slice(5).trim();
  }
  return data || event !== "message" ? { event, data: data ? JSON.parse(data) : {} } : null;
}

/** @param {number} milliseconds @param {AbortSignal} [signal] @returns {Promise<void>} */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)), { once: true });
  });
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * An answer that does not change while the page is open.
 *
 * @param {string} path
 * @param {Record<string, string>} [query]
 */
export function askOnce(path, query = {}) {
  const key = address(path, query);
  let answer = kept.get(key);
  if (!answer) {
    answer = ask(path, query);
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
  }
  return answer;
}

/**
 * The numbers that the parameters of a request may be, as the server describes them.
 *
 * @param {string} path
 * @returns {Promise<Record<string, import("./forms/checked_input.js").Range>>}
 */
export async function askRanges(path) {
  if (!kept.has(DESCRIPTION)) kept.set(DESCRIPTION, fetchJson(DESCRIPTION));
  const { paths } = await /** @type {Promise<any>} */ (kept.get(DESCRIPTION));
  const { parameters } = paths[path].get ?? paths[path].post;
  return Object.fromEntries(parameters.map((/** @type {{name: string, schema: any}} */ { name, schema }) => {
    const { minimum: low, maximum: high, type } = schema.anyOf?.[0] ?? schema;
    return [name, { low, high, isWhole: type === "integer" }];
  }));
}

const DESCRIPTION = "/openapi.json";

/** @returns {Promise<import("./api_types.js").GameInfo[]>} */
export const listGames = async () => (await askOnce("games")).games;

/**
 * A position and who can play on from it; without a game, where the first one begins.
 *
 * @param {{game: string, position: string, moves: string}} query
 * @returns {Promise<{position: import("./api_types.js").Position, players: import("./api_types.js").PlayersInfo}>}
 */
export const askSetup = async (query) => (query.game ? ask("setup", query) : (await askOnce("games")).start);

/** @param {string} game @returns {Promise<import("./api_types.js").PlayersInfo>} */
export const listPlayers = (game) => askOnce("players", { game });

/** Identifies this browser tab in the server's queue. */
const client = Array.from(crypto.getRandomValues(new Uint32Array(3)), (word) => word.toString(36)).join("");

/** The catalogue's entry of a game. @param {string} spec  in full, as the server writes it */
export async function gameInfo(spec) {
  return (await listGames()).find(({ name }) => spec === name || spec.startsWith(`${name}:`));
}
