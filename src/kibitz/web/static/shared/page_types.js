/**
 * What the module of a page exports, for the reader and for the type checker. No code.
 *
 * @typedef {object} OpenPage  a page that is on show
 * @property {(address: import("./address.js").Address) => void} update  the address changed, and is still this page's
 * @property {() => void} close  another page takes its place: stop what runs
 *
 * @typedef {object} PageModule  `open` fills the element
 * @property {(root: HTMLElement, address: import("./address.js").Address) => OpenPage} open
 */
export {};
