// The photos of a post that is being written: chosen, dropped or pasted, sent at once, put in order.

import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { accepted, largestFile, mostPhotos, refusal } from './photo-rules.js';
import { Tile } from './upload-tile.js';

/** The field of the photos. */
export class Photos {
  /**
   * @param {string[]} names of photos that are uploaded already
   * @param {{signal: AbortSignal, changed: () => void}} manner
   */
  constructor(names, { signal, changed }) {
    this.changed = changed;
    this.signal = signal;
    /** @type {Tile[]} */
    this.tiles = [];
    this.input = /** @type {HTMLInputElement} */ (element('input', {
      type: 'file', id: 'field-photos', name: 'photos', class: 'unseen', accept: accepted, multiple: true,
      'aria-describedby': 'hint-photos error-photos', onchange: () => this.choose(),
    }));
    this.list = element('ol', { class: 'uploads', 'aria-label': text('feed.photosChosen') });
    this.add = element('label', { class: 'upload-add', for: 'field-photos' }, icon('photo'), element('span', {}, text('feed.addPhotos')));
    this.wrong = element('p', { class: 'field-error', id: 'error-photos', 'aria-live': 'polite' });
    this.told = element('p', { class: 'unseen', role: 'status' });
    const hint = text('feed.photosHint', { count: mostPhotos, size: largestFile / 1_000_000 });
    this.root = element('div', { class: 'field photos-field' }, element('p', { class: 'label' }, text('feed.photosLabel')),
      this.list, this.input, this.add, element('p', { class: 'field-hint', id: 'hint-photos' }, hint), this.wrong, this.told);
    for (const name of names) this.place(new Tile(null, name, this));
    this.count();
  }

  /** The names of the photos that are uploaded, in their order. */
  get names() {
    return this.tiles.map(({ name }) => name).filter((name) => name !== null);
  }

  /** Whether a photo is not uploaded: a draft does not keep it. */
  get isUnsent() {
    return this.tiles.some(({ name }) => name === null);
  }

  /** Once nothing is being uploaded any more: whether all photos are there. */
  async sent() {
    await this.sending;
    return !this.isUnsent;
  }

  choose() {
    this.take([...(this.input.files ?? [])]);
    this.input.value = '';
  }

  /** Takes files that were chosen, dropped or pasted. @param {File[]} files */
  async take(files) {
    this.wrong.textContent = '';
    const mistakes = new Set();
    for (const file of files) {
      const code = (await refusal(file)) ?? (this.tiles.length >= mostPhotos ? 'photos-too-many' : null);
      if (this.signal.aborted) return;
      if (code) mistakes.add(`${file.name}: ${text(`error.${code}`)}`);
      else this.place(new Tile(file, null, this));
    }
    this.wrong.textContent = [...mistakes].join('\n');
    this.send();
  }

  /** One after the other, in their order: what comes first is there first, also by a slow network. */
  send() {
    this.sending ??= this.sendAll().finally(() => { this.sending = null; });
  }

  async sendAll() {
    let tile;
    while (!this.signal.aborted && (tile = this.tiles.find((it) => it.isWaiting))) {
      await tile.send();
      if (tile.name) this.arrived(tile);
      this.changed();
    }
  }

  arrived(tile) {
    if (this.tiles.some((other) => other !== tile && other.name === tile.name)) {
      this.drop(tile);
      this.wrong.textContent = text('error.photo-repeated');
    } else this.told.textContent = text('feed.photoSent', { count: this.names.length });
  }

  place(tile) {
    this.tiles.push(tile);
    this.list.append(tile.root);
    this.count();
  }

  /** Takes a photo out; the focus goes to what comes next. */
  remove(tile) {
    const index = this.tiles.indexOf(tile);
    this.drop(tile);
    this.changed();
    (this.tiles[index] ?? this.tiles[index - 1])?.root.querySelector('button')?.focus();
    if (this.tiles.length === 0) this.input.focus();
  }

  drop(tile) {
    this.tiles = this.tiles.filter((other) => other !== tile);
    tile.end();
    this.count();
  }

  move(tile, by, button) {
    const index = this.tiles.indexOf(tile);
    const other = this.tiles[index + by];
    if (!other) return;
    [this.tiles[index], this.tiles[index + by]] = [other, tile];
    if (by < 0) other.root.before(tile.root);
    else other.root.after(tile.root);
    this.count();
    button.focus();
    this.told.textContent = text('feed.photoMoved', { number: index + by + 1 });
    this.changed();
  }

  count() {
    this.tiles.forEach((tile, index) => tile.number(index + 1, this.tiles.length));
    const isFull = this.tiles.length >= mostPhotos;
    this.add.hidden = isFull;
    this.input.hidden = isFull;
  }

  end() {
    for (const tile of this.tiles) tile.end();
  }
}
