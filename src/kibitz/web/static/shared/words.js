/** Numbers, times and cells as text. */

import { EMPTY } from "./board/geometry.js";
import { sideOf } from "./board/pieces.js";

/** @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** 1234567 as 1.2 M. @param {number} count */
export function brief(count) {
  for (
    const [size, unit] of /** @type {[number, string][]} */ ([
      [1e9, "G"],
      [1e6, "M"],
      [1e3, "k"],
    ])
  ) {
    if (count >= size) return `${(count / size).toFixed(count >= 100 * size ? 0 : 1)} ${unit}`;
  }
  return String(Math.round(count));
}

/** @param {number} seconds */
export const timeText = (seconds) =>
  seconds < 1 ? `${Math.round(1000 * seconds)} ms` : `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;

/** Bytes in KiB, from a MiB on in MiB. @param {number} bytes */
export const memoryText = (bytes) =>
  bytes < 2 ** 20 ? `${(bytes / 2 ** 10).toFixed(1)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** A moment as "4 Mar 2026, 15:30"; nothing if it is none. @param {string} time */
export function dateText(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** A score with a plus or a real minus sign; 0 has none. @param {number} score */
export const signed = (score) => (score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0");

/** Replace a hyphen before a digit by a real minus sign. @param {string} text */
export const withMinus = (text) => text.replace(/-(?=\d)/g, "−");

const MARKS = /** @type {Record<string, string>} */ ({ [EMPTY]: "empty", "*": "chip" });

/** @param {import("./api_types.js").Text[] | undefined} texts @param {number} row @param {number} column */
const textAt = (texts, row, column) => texts?.find(([r, c]) => r === row && c === column)?.[2];

/**
 * The spoken name of a cell: "c3, Red".
 *
 * @param {import("./api_types.js").BoardView} board
 * @param {number} row
 * @param {number} column
 * @param {[string, string]} [sides]  what the pieces are called
 */
export function cellName(board, row, column, sides) {
  const mark = board.rows[row]?.[column] ?? EMPTY;
  const number = textAt(board.names, row, column);
  const name = board.columns.length && board.lines.length
    ? `${board.columns[column]}${board.lines[row]}`
    : board.columns.length
    ? `column ${board.columns[column]}${board.rows.length > 1 ? `, row ${board.rows.length - row}` : ""}` // from below
    : number && board.shape !== "pits"
    ? `square ${number}`
    : `row ${row + 1}, place ${column + 1}`;
  const holds = MARKS[mark] ?? sides?.[sideOf(mark)] ?? mark;
  if (board.shape !== "pits") return `${name}, ${holds}`;
  return `${number ? `pit ${number}, row ${row + 1}` : "store"}, ${holds}, ${textAt(board.texts, row, column)} seeds`;
}
