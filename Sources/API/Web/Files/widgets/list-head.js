// The head of a list: its title, what can be done, and links that narrow it.

import { element } from '../core/dom.js';

/** @param {string} title @param {...Node} actions */
export const listHead = (title, ...actions) =>
  element('div', { class: 'list-head' }, element('h2', {}, title), ...actions);

/**
 * A chip that leads to the list narrowed or widened; the current one stands out.
 * @param {string} href
 * @param {boolean} isCurrent
 * @param {...(Node | string)} content
 */
export const chipLink = (href, isCurrent, ...content) =>
  element('a', { class: 'chip', href, 'aria-current': isCurrent ? 'true' : null }, ...content);

/** @param {string} label @param {Node[]} chips */
export const chipRow = (label, chips) => element('nav', { class: 'chip-row', 'aria-label': label }, ...chips);
