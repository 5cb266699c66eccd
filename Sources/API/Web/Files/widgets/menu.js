// A few things that can be done, as a window of buttons: for fingers as well as for the keyboard.

import { element } from '../core/dom.js';
import { text } from '../core/texts.js';
import { dialog, icon } from './ui.js';

/**
 * What somebody chooses; null where nothing.
 * @param {string} title
 * @param {{value: string, label: string, icon: string, isDangerous?: boolean}[]} choices
 * @returns {Promise<string | null>}
 */
export const choose = (title, choices) => dialog(title, (close) => [
  element('ul', { class: 'menu-list' }, ...choices.map((choice) => element('li', {}, element('button', {
    type: 'button', class: `menu-choice${choice.isDangerous ? ' danger' : ''}`, onclick: () => close(choice.value),
  }, icon(choice.icon), choice.label)))),
  element('div', { class: 'actions' },
    element('button', { type: 'button', class: 'small', onclick: () => close(null) }, text('cancel'))),
]);
