// Error messages in the page's language.

import { Problem, Unreachable, isAborted } from '../core/api.js';
import { element } from '../core/dom.js';
import { loginAddress } from '../core/navigation.js';
import { hasText, text } from '../core/texts.js';

/** The message of an error. */
export function errorText(failure) {
  if (failure.words) return failure.words;
  if (failure instanceof Unreachable) return text('error.unreachable');
  if (!(failure instanceof Problem)) return text('error.other');
  const minutes = Math.max(1, Math.ceil((failure.retryAfter ?? 60) / 60));
  if (hasText(`error.${failure.code}`)) return text(`error.${failure.code}`, { minutes });
  if (failure.status === 401) return text('error.loggedOut');
  if (failure.status === 404) return text('error.missing');
  if (failure.status === 429 || failure.status === 503) return text('error.busy');
  return text('error.detail', { detail: failure.message });
}

/** Logs an error to the console unless it is the server's response or a network error. */
export function logUnexpected(failure) {
  if (!(failure instanceof Problem || failure instanceof Unreachable)) console.error(failure);
}

/** Appends an error message to `root`, with a button to try again or to log in. @param {(() => any) | null} retry */
export function showError(root, failure, retry = null) {
  if (isAborted(failure)) return;
  logUnexpected(failure);
  root.append(element('div', { class: 'failed', role: 'alert' },
    element('p', {}, errorText(failure)),
    failure.status === 401 ? element('a', { class: 'small', href: loginAddress() }, text('nav.login'))
      : retry && element('button', { type: 'button', class: 'small', onclick: retry }, text('tryAgain'))));
}
