/** Draws SVG with the operations of a canvas, so that the picture can be saved as SVG. */

import { s } from "../../shared/dom.js";

/**
 * @typedef {object} ShapeStyle
 * @property {string} fill
 * @property {string} stroke
 * @property {number} width  of the stroke
 * @property {number} opacity
 * @property {CanvasLineCap} cap
 * @property {CanvasLineJoin} join
 * @property {number[]} dash
 * @property {string} font
 *
 * @typedef {object} Shape  a path, or a text in the middle of the origin
 * @property {[number, number, number, number, number, number]} matrix
 * @property {string} path
 * @property {string} text
 * @property {ShapeStyle} style
 */

export class SvgCanvas {
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  font = "12px sans-serif";
  textAlign = "left";
  textBaseline = "alphabetic";
  globalAlpha = 1;
  /** @type {number[]} */ #dash = [];
  #path = "";
  #at = { scale: 1, x: 0, y: 0 };
  /** @type {any[]} */ #kept = [];

  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.element = s("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` });
  }

  save() {
    const { fillStyle, strokeStyle, lineWidth, font, textAlign, textBaseline, globalAlpha } = this;
    const state = { fillStyle, strokeStyle, lineWidth, font, textAlign, textBaseline, globalAlpha };
    this.#kept.push({ state, at: { ...this.#at }, dash: this.#dash });
  }

  restore() {
    const { state, at, dash } = this.#kept.pop();
    Object.assign(this, state);
    this.#at = at;
    this.#dash = dash;
  }

  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.#at = { scale: this.#at.scale, x: this.#x(x), y: this.#y(y) };
  }

  /** Both ways alike. @param {number} factor */
  scale(factor) {
    this.#at = { ...this.#at, scale: this.#at.scale * factor };
  }

  /** @param {number} x */
  #x = (x) => round(this.#at.x + this.#at.scale * x);
  /** @param {number} y */
  #y = (y) => round(this.#at.y + this.#at.scale * y);
  /** @param {number} length */
  #long = (length) => round(this.#at.scale * length);

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.#dash = dash;
  }

  beginPath() {
    this.#path = "";
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#path += `M${this.#x(x)} ${this.#y(y)}`;
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.#path += `L${this.#x(x)} ${this.#y(y)}`;
  }

  /** @param {number} a @param {number} b @param {number} c @param {number} d @param {number} x @param {number} y */
  bezierCurveTo(a, b, c, d, x, y) {
    this.#path += `C${this.#x(a)} ${this.#y(b)} ${this.#x(c)} ${this.#y(d)} ${this.#x(x)} ${this.#y(y)}`;
  }

  /** @param {number} x @param {number} y @param {number} r @param {number} from @param {number} to */
  arc(x, y, r, from, to) {
    const point = (/** @type {number} */ angle) =>
      `${this.#x(x + r * Math.cos(angle))} ${this.#y(y + r * Math.sin(angle))}`;
    const radius = this.#long(r);
    const half = (from + to) / 2;
    const start = `${this.#path && !this.#path.endsWith("Z") ? "L" : "M"}${point(from)}`;
    this.#path += `${start}A${radius} ${radius} 0 0 1 ${point(half)}A${radius} ${radius} 0 0 1 ${point(to)}`;
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.#path += `M${this.#x(x)} ${this.#y(y)}h${this.#long(width)}v${this.#long(height)}h${-this.#long(width)}Z`;
  }

  closePath() {
    this.#path += "Z";
  }

  fill() {
    this.#add("path", { d: this.#path, fill: this.fillStyle });
  }

  stroke() {
    this.#add("path", { d: this.#path, fill: "none", ...this.#stroking() });
  }

  #stroking() {
    const dash = this.#dash.length ? this.#dash.map(this.#long).join(" ") : null;
    return { stroke: this.strokeStyle, "stroke-width": this.#long(this.lineWidth), "stroke-dasharray": dash };
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.#add("rect", { ...this.#box(x, y, width, height), fill: this.fillStyle });
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  strokeRect(x, y, width, height) {
    this.#add("rect", { ...this.#box(x, y, width, height), fill: "none", ...this.#stroking() });
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  #box(x, y, width, height) {
    return { x: this.#x(x), y: this.#y(y), width: this.#long(width), height: this.#long(height) };
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    const face = readFont(this.font);
    const pixels = this.#long(face["font-size"]);
    const low = this.textBaseline === "middle" ? 0.35 * pixels : 0;
    const anchor = this.textAlign === "center" ? "middle" : this.textAlign === "right" ? "end" : null;
    const place = { x: this.#x(x), y: round(this.#y(y) + low), "text-anchor": anchor };
    this.#add("text", { ...place, ...face, "font-size": pixels, fill: this.fillStyle }, text);
  }

  /** @param {Shape} shape */
  addShape({ matrix: [a, b, c, d, e, f], path, text, style }) {
    const { scale } = this.#at;
    const matrix = [a, b, c, d].map((part) => Math.round(1e4 * scale * part) / 1e4);
    const drawn = text ? { ...readFont(style.font), "text-anchor": "middle" } : { d: path, "fill-rule": "evenodd" };
    this.element.append(s(text ? "text" : "path", {
      transform: `matrix(${[...matrix, this.#x(e), this.#y(f)].join(" ")})`,
      ...drawn,
      fill: style.fill,
      stroke: text || style.stroke === "none" ? null : style.stroke,
      "stroke-width": style.width,
      "stroke-linecap": style.cap,
      "stroke-linejoin": style.join,
      "stroke-dasharray": style.dash.length ? style.dash.join(" ") : null,
      opacity: this.globalAlpha * style.opacity < 1 ? round(this.globalAlpha * style.opacity) : null,
    }, text || null));
  }

  /** About as wide as most fonts make it. @param {string} text */
  measureText(text) {
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 12);
    return { width: 0.56 * size * text.length };
  }

  /** @param {"path" | "rect" | "text"} tag @param {Record<string, any>} attributes @param {string} [text] */
  #add(tag, attributes, text) {
    const opacity = this.globalAlpha < 1 ? round(this.globalAlpha) : null;
    this.element.append(s(tag, { ...attributes, opacity }, text));
  }

  /** The drawing as a file. */
  toText() {
    return new XMLSerializer().serializeToString(this.element);
  }
}

/** The attributes of a text in a font such as "600 13px serif". @param {string} font */
function readFont(font) {
  const [, weight = "", size = "12", family = "sans-serif"] = /^(.*?)([\d.]+)px (.*)$/.exec(font) ?? [];
  return { "font-size": Number(size), "font-family": family, "font-weight": weight.trim() || null };
}

/** @param {number} length */
const round = (length) => Math.round(100 * length) / 100;
