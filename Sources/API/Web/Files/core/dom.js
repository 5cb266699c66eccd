// Building elements. Texts are only ever set as text, never as markup.

/**
 * An element with attributes by their names, listeners as `onclick`, `class` for its classes, and children.
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
 * The children without those that a condition left out, as in `isOpen && element('p')`.
 * @param {(Node | string | null | undefined | boolean)[]} children
 */
export const present = (children) => /** @type {(Node | string)[]} */ (
  children.filter((child) => child !== null && child !== undefined && typeof child !== 'boolean'));

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A function that calls `work` once it has not been called for some milliseconds. */
export function debounce(milliseconds, work) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), milliseconds);
  };
}
