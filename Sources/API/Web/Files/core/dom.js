// The few ways in which the page is built. Texts are only ever set as texts.

/**
 * An element with properties, `aria…`, `data…` and other attributes by their names, listeners as `onclick`, and children.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | boolean)} children
 * @returns {HTMLElement}
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key === 'class') made.className = value;
    else made.setAttribute(key, value === true ? '' : String(value));
  }
  made.append(...present(children));
  return made;
}

/**
 * Those that are there: what is conditional may be nothing.
 * @param {(Node | string | null | undefined | boolean)[]} children
 */
export const present = (children) =>
  /** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined && typeof child !== 'boolean'));

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Runs `work` once no call has come for some milliseconds. */
export function settled(milliseconds, work) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), milliseconds);
  };
}
