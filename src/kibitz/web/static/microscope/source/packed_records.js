/** Lists of records inside the page, packed as columns when it was written (`html_page.py`). */

/** @typedef {{type: string, data: string, value?: unknown}} PackedColumn */

/** @type {Record<string, (bytes: ArrayBuffer) => (index: number) => any>} */
const READERS = {
  i4: (bytes) => reader(new Int32Array(bytes)),
  i1: (bytes) => {
    const truths = new Int8Array(bytes);
    return (index) => truths[index] === 1;
  },
  text: (bytes) => reader(textOf(bytes).split("\n")),
  json: (bytes) => reader(JSON.parse(textOf(bytes))),
};

/** @param {ArrayLike<any>} column */
const reader = (column) => (/** @type {number} */ index) => column[index];

/** @param {ArrayBuffer} bytes */
const textOf = (bytes) => new TextDecoder().decode(bytes);

/** What reads an entry of a column. @param {PackedColumn} packed @returns {Promise<(index: number) => any>} */
export async function readColumn({ type, data, value }) {
  if (type === "same") return () => value;
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return READERS[type](await new Response(unpacked).arrayBuffer());
}

export class Records {
  /** @type {Map<string, (index: number) => any>} */ #columns = new Map();

  /** @param {Record<string, PackedColumn>} packed */
  static async from(packed) {
    const records = new Records();
    const columns = Object.entries(packed).map(async ([name, column]) => [name, await readColumn(column)]);
    records.#columns = new Map(/** @type {any} */ (await Promise.all(columns)));
    return records;
  }

  /** A whole record. @param {number} index @returns {any} */
  at = (index) => Object.fromEntries([...this.#columns].map(([name, read]) => [name, read(index)]));

  /** One field of a record. @param {string} name @param {number} index @returns {any} */
  get = (name, index) => this.#columns.get(name)?.(index);
}
