// The button that shares the address of a post or a booth, with the device's own dialog or by the clipboard.

import { element } from '../core/dom.js';
import { text } from '../core/texts.js';
import { icon } from './icon.js';
import { notify } from './notice.js';

/** @param {string} title what is shared @param {string} path its address */
export function shareButton(title, path, style = 'card-button') {
  const url = new URL(path, location.origin).href;
  return element('button', { type: 'button', class: style, onclick: () => share(title, url) }, icon('share'),
    text('feed.share'));
}

async function share(title, url) {
  if (!navigator.share) return copyText(url, text('feed.share'), text('feed.copied'));
  try {
    return await navigator.share({ title, url });
  } catch (failure) {
    // Closing the device's dialog is not an error.
    return failure.name === 'AbortError' ? undefined : copyText(url, text('feed.share'), text('feed.copied'));
  }
}

/** Copies a text; where that is not allowed, as in an insecure context, shows it for copying by hand. */
export async function copyText(words, title, done) {
  try {
    await navigator.clipboard.writeText(words);
    notify(done);
  } catch {
    showText(words, title);
  }
}

async function showText(words, title) {
  const [{ closeRow, openDialog }, { field }] = await Promise.all([import('./dialog.js'), import('./form.js')]);
  const control = /** @type {HTMLInputElement} */ (element('input',
    { type: 'text', readonly: true, value: words, onfocus: () => control.select() }));
  openDialog(title, (close) =>
    [field('address', text('feed.address'), control), closeRow(close, { label: text('done') })]);
}
