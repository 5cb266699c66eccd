// The field for photos, of a post or a correction: chosen, dropped or pasted, uploaded at once, put in order.

import { element } from '../core/dom.js';
import { text } from '../core/texts.js';
import { icon } from './icon.js';
import { acceptedTypes, refusalCode } from './photo-rules.js';
import { UploadTile } from './upload-tile.js';

export class PhotosField {
  /**
   * @param {string[]} names of photos that are uploaded already
   * @param {{maxCount: number, hint: string, signal: AbortSignal, onChange?: () => void}} options
   */
  constructor(names, { maxCount, hint, signal, onChange = () => {} }) {
    this.maxCount = maxCount;
    this.atMost = text('photosAtMost', { count: maxCount });
    this.onChange = onChange;
    this.signal = signal;
    /** @type {UploadTile[]} */
    this.tiles = [];
    this.input = /** @type {HTMLInputElement} */ (element('input', {
      type: 'file', id: 'field-photos', name: 'photos', class: 'unseen', accept: acceptedTypes, multiple: true,
      'aria-describedby': 'hint-photos error-photos', onchange: () => this.onChoose(),
    }));
    this.list = element('ol', { class: 'uploads', 'aria-label': text('feed.photosChosen') });
    this.addLabel = element('label', { class: 'upload-add', for: 'field-photos' }, icon('photo'),
      element('span', {}, text('feed.addPhotos')));
    this.error = element('p', { class: 'field-error', id: 'error-photos', 'aria-live': 'polite' });
    this.status = element('p', { class: 'unseen', role: 'status' });
    this.root = element('div', { class: 'field photos-field' },
      element('p', { class: 'label' }, text('feed.photosLabel')),
      this.list, this.input, this.addLabel, element('p', { class: 'field-hint', id: 'hint-photos' }, hint), this.error,
      this.status);
    for (const name of names) this.append(new UploadTile(null, name, this));
    this.update();
  }

  /** The names of the uploaded photos, in their order. */
  get names() {
    return this.tiles.map(({ name }) => name).filter((name) => name !== null);
  }

  /** Whether a photo is not uploaded yet: a draft cannot contain it. */
  get isUnsent() {
    return this.tiles.some(({ name }) => name === null);
  }

  /** Waits for running uploads. Resolves to whether all photos are uploaded. */
  async allSent() {
    await this.sending;
    return !this.isUnsent;
  }

  onChoose() {
    this.add([...(this.input.files ?? [])]);
    this.input.value = '';
  }

  /** Adds files that were chosen, dropped or pasted. @param {File[]} files */
  async add(files) {
    this.error.textContent = '';
    const errors = new Set();
    for (const file of files) {
      const code = await refusalCode(file);
      if (this.signal.aborted) return;
      const isFull = this.tiles.length >= this.maxCount;
      if (code || isFull) errors.add(`${file.name}: ${code ? text(`error.${code}`) : this.atMost}`);
      else this.append(new UploadTile(file, null, this));
    }
    this.error.textContent = [...errors].join('\n');
    this.send();
  }

  /** Uploads one photo after the other, so that on a slow network the first one is available first. */
  send() {
    this.sending ??= this.sendAll().finally(() => { this.sending = null; });
  }

  async sendAll() {
    let tile;
    while (!this.signal.aborted && (tile = this.tiles.find((it) => it.isWaiting))) {
      await tile.send();
      if (tile.name) this.onSent(tile);
      this.onChange();
    }
  }

  onSent(tile) {
    if (this.tiles.some((other) => other !== tile && other.name === tile.name)) {
      this.detach(tile);
      this.error.textContent = text('error.photo-repeated');
    } else this.status.textContent = text('feed.photoSent', { count: this.names.length });
  }

  append(tile) {
    this.tiles.push(tile);
    this.list.append(tile.root);
    this.update();
  }

  /** Removes a photo; the focus goes to the next one. */
  remove(tile) {
    const index = this.tiles.indexOf(tile);
    this.detach(tile);
    this.onChange();
    (this.tiles[index] ?? this.tiles[index - 1])?.root.querySelector('button')?.focus();
    if (this.tiles.length === 0) this.input.focus();
  }

  detach(tile) {
    this.tiles = this.tiles.filter((other) => other !== tile);
    tile.close();
    this.update();
  }

  move(tile, by, button) {
    if (!this.place(tile, this.tiles.indexOf(tile) + by)) return;
    button.focus();
    this.onMoved(tile);
  }

  onMoved(tile) {
    this.status.textContent = text('feed.photoMoved', { number: this.tiles.indexOf(tile) + 1 });
    this.onChange();
  }

  /** Puts a photo at another position; false if there is none. */
  place(tile, index) {
    const other = this.tiles[index];
    if (!other || other === tile) return false;
    const isEarlier = index < this.tiles.indexOf(tile);
    this.tiles = this.tiles.filter((it) => it !== tile);
    this.tiles.splice(index, 0, tile);
    if (isEarlier) other.root.before(tile.root);
    else other.root.after(tile.root);
    this.update();
    return true;
  }

  /** Has a photo follow the pointer, and take the place of the one that it is moved over. */
  startDrag(tile, event) {
    if (event.button !== 0 || this.tiles.length < 2) return;
    const { handle, root } = tile;
    const drag = new AbortController();
    const start = this.tiles.indexOf(tile);
    // Where the pointer holds the photo.
    const box = root.getBoundingClientRect();
    const [heldX, heldY] = [event.clientX - box.left, event.clientY - box.top];
    const onMove = ({ clientX, clientY }) => {
      root.classList.add('is-dragged');
      const over = this.tiles.findIndex((it) => it !== tile
        && holds(it.root.getBoundingClientRect(), clientX, clientY));
      if (over >= 0) this.place(tile, over);
      root.style.removeProperty('transform');
      const { left, top } = root.getBoundingClientRect();
      root.style.setProperty('transform', `translate(${clientX - heldX - left}px, ${clientY - heldY - top}px)`);
    };
    const end = () => {
      drag.abort();
      root.classList.remove('is-dragged');
      root.style.removeProperty('transform');
      if (this.tiles.indexOf(tile) !== start) this.onMoved(tile);
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', onMove, { signal: drag.signal });
    for (const name of ['pointerup', 'pointercancel']) handle.addEventListener(name, end, { signal: drag.signal });
  }

  /** Numbers the tiles, and hides the button for adding at the maximum. */
  update() {
    this.tiles.forEach((tile, index) => tile.setNumber(index + 1, this.tiles.length));
    const isFull = this.tiles.length >= this.maxCount;
    this.addLabel.hidden = isFull;
    this.input.hidden = isFull;
  }

  close() {
    for (const tile of this.tiles) tile.close();
  }
}

const holds = ({ left, right, top, bottom }, x, y) => x >= left && x <= right && y >= top && y <= bottom;
