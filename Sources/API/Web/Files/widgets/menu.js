// A choice between a few actions, as a dialog with a button for each.

import { element } from '../core/dom.js';
import { closeRow, openDialog } from './dialog.js';
import { icon } from './icon.js';

/**
 * Opens the menu. Resolves to the name of the chosen action, null if dismissed.
 * @param {string} title
 * @param {({name: string, label: string, icon: string, isDanger?: boolean} | false | null | undefined)[]} actions
 * @returns {Promise<string | null>}
 */
export const openMenu = (title, actions) => openDialog(title, (close) => [
  element('ul', { class: 'menu' }, ...actions.map((action) => action && element('li', {}, element('button', {
    type: 'button', class: action.isDanger ? 'danger' : '', onclick: () => close(action.name),
  }, icon(action.icon), action.label)))),
  closeRow(close),
]);
