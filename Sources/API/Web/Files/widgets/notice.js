// Notices that disappear automatically.

import { isAborted } from '../core/api.js';
import { byId, element } from '../core/dom.js';
import { errorText, logUnexpected } from './error.js';

/** Shows a notice for some seconds, in place of the one before. */
export function notify(words) {
  const line = element('p', { class: 'notice' }, words);
  byId('notices').replaceChildren(line);
  setTimeout(() => line.remove(), 6000);
}

/** Shows an error message for some seconds. */
export function notifyError(failure) {
  if (isAborted(failure)) return;
  logUnexpected(failure);
  notify(errorText(failure));
}

/** Runs `work` for a button unless it is busy, and shows errors. */
export async function whileBusy(button, work) {
  if (button.getAttribute('aria-busy') === 'true') return undefined;
  button.setAttribute('aria-busy', 'true');
  try {
    return await work();
  } catch (failure) {
    notifyError(failure);
    return undefined;
  } finally {
    button.removeAttribute('aria-busy');
  }
}
