// A choice between a few things to do.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { dialog, icon } from '../../widgets/ui.js';

/**
 * @typedef {{name: string, icon: string, label: string, isDanger?: boolean}} Act
 * @param {string} title
 * @param {(Act | false | null | undefined)[]} acts
 * @returns {Promise<string | null>} the name of what was chosen
 */
export function choose(title, acts) {
  return dialog(title, (close) => [
    element('ul', { class: 'menu' }, ...acts.map((act) => act && element('li', {},
      element('button', { type: 'button', class: act.isDanger ? 'danger' : '', onclick: () => close(act.name) }, icon(act.icon), act.label)))),
    element('div', { class: 'actions' },
      element('button', { type: 'button', class: 'small', onclick: () => close(null) }, text('cancel'))),
  ]);
}
