// Dialogs over the page.

import { byId, element, present } from '../core/dom.js';
import { text } from '../core/texts.js';

/** Numbers the titles: one dialog may open over another. */
let count = 0;

/**
 * Opens a dialog: `content` gets a function that closes it. Resolves to the value it was closed with, null if it was
 * dismissed.
 * @template T
 * @param {string} title
 * @param {(close: (value: T) => void) => (Node | null | false)[]} content
 * @returns {Promise<T | null>}
 */
export function openDialog(title, content) {
  return new Promise((resolve) => {
    count += 1;
    const id = `dialog-title-${count}`;
    const dialog = /** @type {HTMLDialogElement} */ (element('dialog', { class: 'dialog', 'aria-labelledby': id }));
    let answer = null;
    const close = (value) => {
      answer = value;
      dialog.close();
    };
    dialog.append(element('h2', { id }, title), ...present(content(close)));
    dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
    // Behind a modal dialog, notices would be inaccessible: they move into it.
    const notices = byId('notices');
    const home = notices.parentElement;
    dialog.addEventListener('close', () => {
      (home.isConnected ? home : document.body).append(notices);
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.append(notices);
    dialog.showModal();
  });
}

/**
 * The last row of a dialog: a button that dismisses it, and the buttons beside it.
 * @param {(value: null) => void} close
 * @param {{label?: string, before?: Node | null, after?: Node | null, class?: string}} options
 */
export const closeRow = (close, { label = text('cancel'), before = null, after = null, class: style = '' } = {}) =>
  element('div', { class: `actions ${style}` }, before,
    element('button', { type: 'button', class: 'small', onclick: () => close(null) }, label), after);

/**
 * Whether the user confirms an action that cannot be undone.
 * @param {string} action the label of the button
 * @returns {Promise<boolean>}
 */
export async function isConfirmed(title, words, action) {
  const answer = await openDialog(title, (close) => [
    element('p', {}, words),
    element('div', { class: 'actions' },
      element('button', { type: 'button', class: 'small', onclick: () => close(false) }, text('cancel')),
      element('button', { type: 'button', class: 'small is-main', onclick: () => close(true) }, action)),
  ]);
  return answer === true;
}
