// The photos of a message: small beside each other, large when one is tapped.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { openPhotoViewer } from '../../widgets/photo-viewer.js';
import { photo } from '../../widgets/photo.js';

/** @param {string[]} names @param {string} author */
export function album(names, author) {
  const alt = (index) => text('chat.photoBy', { name: author, number: index + 1, count: names.length });
  return element('div', { class: 'album', 'data-count': names.length }, ...names.map((name, index) => element('button',
    { type: 'button', class: 'album-photo', 'aria-haspopup': 'dialog',
      onclick: () => openPhotoViewer(names.map((it, number) => ({ name: it, alt: alt(number) })), index) },
    photo(name, 320, alt(index)))));
}

/** An unsent photo. @param {Blob} file @param {AbortSignal} signal */
export function photoPreview(file, signal) {
  const address = URL.createObjectURL(file);
  signal.addEventListener('abort', () => URL.revokeObjectURL(address));
  return element('img', { class: 'album-photo', src: address, alt: text('chat.photoToSend') });
}
