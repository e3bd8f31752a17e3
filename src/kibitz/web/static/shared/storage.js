/** What this browser keeps for the person who uses it. Where it stores nothing, everything works and is forgotten. */

/**
 * @template T
 * @param {string} key
 * @param {T} usual  if nothing is kept, or something of another kind
 * @returns {T}
 */
export function readStored(key, usual) {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? "null") ?? usual;
    return Array.isArray(value) === Array.isArray(usual) && typeof value === typeof usual ? value : usual;
  } catch {
    return usual;
  }
}

/**
 * A switch; `on` and `off`, without quotation marks, are what earlier versions stored.
 *
 * @param {string} key
 */
export function readSwitch(key) {
  try {
    return /^(true|on)$/.test(localStorage.getItem(key) ?? "");
  } catch {
    return false;
  }
}

/** @param {string} key @param {unknown} value  null to forget it */
export function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // the browser stores nothing
  }
}

/** Forget everything whose key begins so. @param {string} start */
export function forgetAll(start) {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key);
  } catch {
    // the browser stores nothing
  }
}
