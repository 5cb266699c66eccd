// A table that scrolls by itself where it is too wide.

import { element } from '../../core/dom.js';

/** @param {string} label @param {string[]} heads @param {(Node | string)[][]} rows */
export const table = (label, heads, rows) => element('div',
  { class: 'table-frame', tabindex: '0', role: 'region', 'aria-label': label },
  element('table', { class: 'admin-table' },
    element('thead', {}, element('tr', {}, ...heads.map((words) => element('th', { scope: 'col' }, words)))),
    element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell)))))));
