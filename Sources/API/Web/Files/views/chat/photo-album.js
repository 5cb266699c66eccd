// The photos of a message: small beside each other, large when one is tapped.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { iconButton } from '../../widgets/icon.js';
import { photo } from '../../widgets/photo.js';

/** @param {string[]} names @param {string} author */
export function album(names, author) {
  const alt = (index) => text('chat.photoBy', { name: author, number: index + 1, count: names.length });
  return element('div', { class: 'album', 'data-count': names.length }, ...names.map((name, index) => element('button',
    { type: 'button', class: 'album-photo', 'aria-haspopup': 'dialog', onclick: () => openViewer(names, index, alt) },
    photo(name, 320, alt(index)))));
}

/** An unsent photo. @param {Blob} file @param {AbortSignal} signal */
export function photoPreview(file, signal) {
  const address = URL.createObjectURL(file);
  signal.addEventListener('abort', () => URL.revokeObjectURL(address));
  return element('img', { class: 'album-photo', src: address, alt: text('chat.photoToSend') });
}

/** Shows a photo in the whole window; buttons and arrow keys show the others. */
function openViewer(names, start, alt) {
  let index = start;
  const frame = element('div', { class: 'photo-viewer-frame' });
  const viewer = /** @type {HTMLDialogElement} */ (element('dialog',
    { class: 'photo-viewer', 'aria-label': text('chat.photo') }));
  const show = (step) => {
    index = (index + step + names.length) % names.length;
    const image = photo(names[index], 960, alt(index));
    image.loading = 'eager';
    frame.replaceChildren(image);
  };
  viewer.append(frame,
    iconButton('close', text('chat.close'), () => viewer.close(), { class: 'icon-button photo-viewer-close' }),
    ...(names.length > 1 ? [
      iconButton('back', text('chat.previousPhoto'), () => show(-1), { class: 'icon-button photo-viewer-previous' }),
      iconButton('back', text('chat.nextPhoto'), () => show(1), { class: 'icon-button photo-viewer-next' })] : []));
  viewer.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') show(-1);
    if (key === 'ArrowRight') show(1);
  });
  viewer.addEventListener('click', ({ target }) => { if (target === frame || target === viewer) viewer.close(); });
  viewer.addEventListener('close', () => viewer.remove());
  show(0);
  document.body.append(viewer);
  viewer.showModal();
}
