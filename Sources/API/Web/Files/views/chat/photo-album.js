// Photos in messages: small beside each other, large when they are tapped.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { iconButton } from '../../widgets/icon.js';
import { photo } from '../../widgets/photo.js';

/** The photos of a message. @param {string[]} names @param {string} author */
export function album(names, author) {
  const alt = (place) => text('chat.photoBy', { name: author, place: place + 1, count: names.length });
  return element('div', { class: 'album', 'data-count': names.length }, ...names.map((name, place) => element('button',
    { type: 'button', class: 'album-photo', 'aria-haspopup': 'dialog', onclick: () => enlarge(names, place, alt) },
    photo(name, 320, alt(place)))));
}

/** A photo that is not sent yet. @param {Blob} file @param {AbortSignal} signal */
export function preview(file, signal) {
  const address = URL.createObjectURL(file);
  signal.addEventListener('abort', () => URL.revokeObjectURL(address));
  return element('img', { class: 'album-photo', src: address, alt: text('chat.photoToSend') });
}

/** Shows a photo as large as the window, and its neighbours by the arrows. */
function enlarge(names, start, alt) {
  let place = start;
  const frame = element('div', { class: 'large-frame' });
  const window = /** @type {HTMLDialogElement} */ (element('dialog', { class: 'large', 'aria-label': text('chat.photo') }));
  const show = (step) => {
    place = (place + step + names.length) % names.length;
    const image = photo(names[place], 960, alt(place));
    image.loading = 'eager';
    frame.replaceChildren(image);
  };
  window.append(frame,
    iconButton('close', text('chat.close'), () => window.close(), { class: 'icon-button large-close' }),
    ...(names.length > 1 ? [
      iconButton('back', text('chat.previousPhoto'), () => show(-1), { class: 'icon-button large-previous' }),
      iconButton('back', text('chat.nextPhoto'), () => show(1), { class: 'icon-button large-next' })] : []));
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') show(-1);
    if (key === 'ArrowRight') show(1);
  });
  window.addEventListener('click', ({ target }) => { if (target === frame || target === window) window.close(); });
  window.addEventListener('close', () => window.remove());
  show(0);
  document.body.append(window);
  window.showModal();
}
