// The head of a list: its title, actions, and filter links.

import { element } from '../core/dom.js';

/** @param {string} title @param {...Node} actions */
export const listHead = (title, ...actions) =>
  element('div', { class: 'list-head' }, element('h2', {}, title), ...actions);

/**
 * A filter chip: a link to the filtered list; the current one is highlighted.
 * @param {string} href
 * @param {boolean} isCurrent
 * @param {...(Node | string)} content
 */
export const chipLink = (href, isCurrent, ...content) =>
  element('a', { class: 'chip', href, 'aria-current': isCurrent ? 'true' : null }, ...content);

/** @param {string} label @param {Node[]} chips */
export const chipRow = (label, chips) => element('nav', { class: 'chip-row', 'aria-label': label }, ...chips);
