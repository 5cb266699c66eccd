// One photo of a post that is being written: how it looks, how far it is sent, what can be done with it.

import { isAborted, upload } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { errorText } from '../../widgets/error.js';
import { iconButton } from '../../widgets/icon.js';

/** A photo among others. */
export class Tile {
  /**
   * @param {File | null} file what is to be sent
   * @param {string | null} name what the server calls it, once it has it
   * @param {{remove: (tile: Tile) => void, move: (tile: Tile, by: number, button: HTMLElement) => void, send: () => void}} all
   */
  constructor(file, name, all) {
    this.file = file;
    this.name = name;
    this.isWaiting = name === null;
    this.breaker = new AbortController();
    this.address = file ? URL.createObjectURL(file) : `/api/photos/${name}?width=320`;
    this.image = /** @type {HTMLImageElement} */ (element('img', { class: 'upload-photo', src: this.address, alt: '' }));
    // Not every browser shows what cameras write; once it is sent, the server has a form that all do.
    this.image.addEventListener('error', () => this.image.classList.add('is-missing'));
    this.progress = element('progress', { class: 'upload-progress', max: '1', hidden: this.name !== null });
    this.state = element('div', { class: 'upload-state' }, this.progress);
    const step = (by, label) => {
      const button = iconButton('back', text(label), () => all.move(this, by, button), { class: `icon-button ${by > 0 ? 'is-later' : ''}` });
      return button;
    };
    this.removal = iconButton('close', '', () => all.remove(this));
    this.earlier = step(-1, 'feed.photoEarlier');
    this.later = step(1, 'feed.photoLater');
    this.again = () => {
      this.isWaiting = true;
      all.send();
    };
    this.root = element('li', { class: 'upload' }, this.image, this.state,
      element('div', { class: 'upload-acts' }, this.earlier, this.later, this.removal));
    this.show();
  }

  /** Sends the photo; what fails is told here, and can be tried again. */
  async send() {
    this.isWaiting = false;
    this.show();
    try {
      const [{ name }] = await upload([/** @type {File} */ (this.file)], (part) => this.tell(part), this.breaker.signal);
      this.name = name;
      if (this.image.classList.contains('is-missing')) this.image.src = `/api/photos/${name}?width=320`;
      this.image.classList.remove('is-missing');
      this.show();
    } catch (failure) {
      if (!isAborted(failure)) this.fail(failure);
    }
  }

  /** The server works on what has arrived: how long is not known. @param {number} part */
  tell(part) {
    if (part < 1) this.progress.setAttribute('value', String(part));
    else this.progress.removeAttribute('value');
  }

  fail(failure) {
    this.state.replaceChildren(element('p', { role: 'alert' }, errorText(failure)),
      element('button', { type: 'button', class: 'small', onclick: this.again }, text('tryAgain')));
  }

  show() {
    this.progress.hidden = this.name !== null;
    this.progress.setAttribute('value', '0');
    this.state.replaceChildren(this.progress);
    this.state.hidden = this.name !== null;
    this.label();
  }

  /** @param {number} at from 1 */
  number(at, count) {
    this.at = at;
    this.earlier.hidden = at === 1;
    this.later.hidden = at === count;
    this.label();
  }

  label() {
    const number = this.at ?? 1;
    this.image.alt = text('feed.photoNumber', { number });
    this.progress.setAttribute('aria-label', text('feed.photoSending', { number }));
    const removal = text(this.name ? 'feed.photoRemove' : 'feed.photoCancel', { number });
    this.removal.setAttribute('aria-label', removal);
    this.removal.title = removal;
  }

  /** Ends what is being sent. */
  end() {
    this.breaker.abort();
    if (this.file) URL.revokeObjectURL(this.address);
    this.root.remove();
  }
}
