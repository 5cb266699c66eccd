// The button that shares the address of a post, with the device's own dialog or by the clipboard.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';
import { field } from '../../widgets/form.js';
import { icon } from '../../widgets/icon.js';
import { notify } from '../../widgets/notice.js';

/** @param {string} title what is shared @param {string} path its address */
export function shareButton(title, path) {
  const url = new URL(path, location.origin).href;
  return element('button', { type: 'button', class: 'card-button', onclick: () => share(title, url) }, icon('share'),
    text('feed.share'));
}

async function share(title, url) {
  try {
    if (navigator.share) return await navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    notify(text('feed.copied'));
  } catch (failure) {
    // Closing the device's dialog is not an error.
    if (failure.name !== 'AbortError') showAddress(url);
  }
  return undefined;
}

/** For copying by hand if neither is allowed, as in an insecure context. */
function showAddress(url) {
  const address = /** @type {HTMLInputElement} */ (element('input',
    { type: 'text', readonly: true, value: url, onfocus: () => address.select() }));
  openDialog(text('feed.share'), (close) => [
    field('address', text('feed.address'), address),
    closeRow(close, { label: text('done') }),
  ]);
}
