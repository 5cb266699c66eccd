// One photo of a field for photos: a preview, the progress of its upload, buttons to move and remove it.

import { isAborted, upload } from '../core/api.js';
import { element } from '../core/dom.js';
import { text } from '../core/texts.js';
import { errorText } from './error.js';
import { iconButton } from './icon.js';

export class UploadTile {
  /**
   * @param {File | null} file to upload; null for a photo that the server has
   * @param {string | null} name the server's name, once uploaded
   * @param {{remove: (tile: UploadTile) => void, move: (tile: UploadTile, by: number, button: HTMLElement) => void,
   *   send: () => void, startDrag: (tile: UploadTile, event: PointerEvent) => void}} photosField
   */
  constructor(file, name, photosField) {
    this.file = file;
    this.name = name;
    this.isWaiting = name === null;
    this.uploading = new AbortController();
    this.address = file ? URL.createObjectURL(file) : `/api/photos/${name}?width=320`;
    this.image = /** @type {HTMLImageElement} */ (element('img',
      { class: 'upload-photo', src: this.address, alt: '', draggable: 'false' }));
    // Not every browser shows the formats of every camera; after the upload the server's version is shown.
    this.image.addEventListener('error', () => this.image.classList.add('is-missing'));
    this.progress = element('progress', { class: 'upload-progress', max: '1', hidden: this.name !== null });
    this.state = element('div', { class: 'upload-state' }, this.progress);
    const moveButton = (by, label) => {
      const button = iconButton('back', text(label), () => photosField.move(this, by, button),
        { class: `icon-button ${by > 0 ? 'is-later' : ''}` });
      return button;
    };
    this.removeButton = iconButton('close', '', () => photosField.remove(this));
    this.earlierButton = moveButton(-1, 'feed.photoEarlier');
    this.laterButton = moveButton(1, 'feed.photoLater');
    this.retry = () => {
      this.isWaiting = true;
      photosField.send();
    };
    this.handle = element('button', { type: 'button', class: 'upload-handle' }, this.image);
    this.handle.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      photosField.move(this, by, this.handle);
    });
    this.handle.addEventListener('pointerdown', (event) => photosField.startDrag(this, event));
    this.root = element('li', { class: 'upload' }, this.handle, this.state,
      element('div', { class: 'upload-actions' }, this.earlierButton, this.laterButton, this.removeButton));
    this.show();
  }

  /** Uploads the photo. A failure is shown here, with a button to try again. */
  async send() {
    this.isWaiting = false;
    this.show();
    try {
      const [{ name }] = await upload([/** @type {File} */ (this.file)], (part) => this.showProgress(part),
        this.uploading.signal);
      this.name = name;
      if (this.image.classList.contains('is-missing')) this.image.src = `/api/photos/${name}?width=320`;
      this.image.classList.remove('is-missing');
      this.show();
    } catch (failure) {
      if (!isAborted(failure)) this.showError(failure);
    }
  }

  /** Once everything has arrived, the server works on it for an unknown time. @param {number} part */
  showProgress(part) {
    if (part < 1) this.progress.setAttribute('value', String(part));
    else this.progress.removeAttribute('value');
  }

  showError(failure) {
    this.state.replaceChildren(element('p', { role: 'alert' }, errorText(failure)),
      element('button', { type: 'button', class: 'small', onclick: this.retry }, text('tryAgain')));
  }

  show() {
    this.progress.hidden = this.name !== null;
    this.progress.setAttribute('value', '0');
    this.state.replaceChildren(this.progress);
    this.state.hidden = this.name !== null;
    this.updateLabels();
  }

  /** @param {number} number from 1 */
  setNumber(number, count) {
    this.number = number;
    this.earlierButton.hidden = number === 1;
    this.laterButton.hidden = number === count;
    this.updateLabels();
  }

  updateLabels() {
    const number = this.number ?? 1;
    this.image.alt = '';
    this.handle.setAttribute('aria-label', text('feed.photoHandle', { number }));
    this.progress.setAttribute('aria-label', text('feed.photoSending', { number }));
    const label = text(this.name ? 'feed.photoRemove' : 'feed.photoCancel', { number });
    this.removeButton.setAttribute('aria-label', label);
    this.removeButton.title = label;
  }

  /** Aborts the upload and removes the tile. */
  close() {
    this.uploading.abort();
    if (this.file) URL.revokeObjectURL(this.address);
    this.root.remove();
  }
}
