// Photos in the whole window, one at a time: zoomed by two fingers, the wheel, a double tap or the keyboard, moved
// while zoomed, changed by swiping or the arrow keys, and saved.

import { memberPhotoAddress } from '../core/api.js';
import { element } from '../core/dom.js';
import { member } from '../core/session.js';
import { text } from '../core/texts.js';
import { icon, iconButton } from './icon.js';
import { photo } from './photo.js';

/**
 * @typedef {{name: string, alt: string, isSold?: boolean, size?: {width: number, height: number} | null}} ViewerPhoto
 *   `isSold`: the full size is for buyers
 */

const maxScale = 6;
const tapScale = 2.5;
/** By how much a key or a notch of the wheel zooms. */
const step = 1.25;
/** How far a finger moves before it swipes, in pixels. */
const swipeLength = 60;
/** How long apart two taps are one double tap, in milliseconds, and how far, in pixels. */
const [tapPause, tapDistance] = [300, 30];

/** @param {ViewerPhoto[]} photos @param {number} start */
export function openPhotoViewer(photos, start) {
  const { dialog } = new PhotoViewer(photos, start);
  document.body.append(dialog);
  dialog.showModal();
  closeOnBack(dialog);
}

/** Has the browser's Back button close the viewer, and nothing else. @param {HTMLDialogElement} dialog */
function closeOnBack(dialog) {
  const { state } = history;
  const address = location.href;
  let isBack = false;
  const onBack = () => {
    isBack = true;
    dialog.close();
  };
  history.pushState(state, '');
  addEventListener('popstate', onBack, { once: true });
  dialog.addEventListener('close', () => {
    removeEventListener('popstate', onBack);
    // Another view may have taken the entry of this one meanwhile.
    if (!isBack && history.state?.key === state?.key && location.href === address) history.back();
  });
}

class PhotoViewer {
  /** The position of the photo's middle from that of the window, and its scale. */
  view = { x: 0, y: 0, scale: 1 };
  /** The pointers that touch the frame. @type {Map<number, {x: number, y: number}>} */
  pointers = new Map();
  /** Where the only pointer began; null once a second one has come. @type {{x: number, y: number} | null} */
  start = null;
  lastTap = { at: 0, x: 0, y: 0 };

  /** @param {ViewerPhoto[]} photos @param {number} start */
  constructor(photos, start) {
    this.photos = photos;
    this.index = start;
    this.frame = element('div', { class: 'photo-viewer-frame' });
    this.position = element('p', { class: 'photo-viewer-position', 'aria-live': 'polite' });
    this.save = element('a', { class: 'icon-button photo-viewer-save', 'aria-label': text('photo.save'),
      title: text('photo.save') }, icon('save'));
    this.dialog = /** @type {HTMLDialogElement} */ (element('dialog',
      { class: 'photo-viewer', 'aria-label': text('chat.photo') }, this.frame, this.position, this.save,
      iconButton('close', text('chat.close'), () => this.dialog.close(), { class: 'icon-button photo-viewer-close' }),
      ...(photos.length > 1 ? [
        iconButton('back', text('chat.previousPhoto'), () => this.turn(-1),
          { class: 'icon-button photo-viewer-previous' }),
        iconButton('back', text('chat.nextPhoto'), () => this.turn(1), { class: 'icon-button photo-viewer-next' }),
      ] : [])));
    this.dialog.addEventListener('keydown', (event) => this.onKey(event));
    this.dialog.addEventListener('close', () => this.dialog.remove());
    this.frame.addEventListener('wheel', (event) => this.onWheel(event), { passive: false });
    this.frame.addEventListener('pointerdown', (event) => this.onDown(event));
    this.frame.addEventListener('pointermove', (event) => this.onMove(event));
    for (const end of ['pointerup', 'pointercancel']) {
      this.frame.addEventListener(end, (event) => this.onUp(/** @type {PointerEvent} */ (event)));
    }
    this.show();
  }

  // MARK: Photos

  /** Shows the next photo, or the one before it. @param {number} by */
  turn(by) {
    if (this.photos.length < 2) return;
    this.index = (this.index + by + this.photos.length) % this.photos.length;
    this.show();
  }

  show() {
    const { name, alt, isSold, size } = this.photos[this.index];
    this.image = photo(name, 960, alt);
    Object.assign(this.image, { loading: 'eager', draggable: false });
    if (size) Object.assign(this.image, { width: size.width, height: size.height });
    this.isFull = false;
    this.frame.replaceChildren(this.image);
    this.position.textContent = this.photos.length > 1 ? `${this.index + 1}/${this.photos.length}` : '';
    // What was bought is downloaded from its order.
    this.save.hidden = isSold === true;
    this.save.setAttribute('href', `/api/photos/${name}`);
    this.save.setAttribute('download', `fourcuts-${name.slice(0, 8)}${name.slice(name.lastIndexOf('.'))}`);
    if (isSold && member()) this.showAsMember(name);
    this.setView({ x: 0, y: 0, scale: 1 });
  }

  async showAsMember(name) {
    const { image } = this;
    const address = await memberPhotoAddress(name);
    if (address && image) image.src = address;
  }

  // MARK: Zooming

  /** @param {{x: number, y: number, scale: number}} view */
  setView(view) {
    const scale = Math.min(maxScale, Math.max(1, view.scale));
    // The photo covers the window, or is in its middle.
    const [width, height] = [this.image?.clientWidth ?? 0, this.image?.clientHeight ?? 0];
    const limit = (position, shown, room) => {
      const most = Math.max(0, (shown * scale - room) / 2);
      return Math.min(most, Math.max(-most, position));
    };
    this.view = { scale, x: limit(view.x, width, this.frame.clientWidth),
      y: limit(view.y, height, this.frame.clientHeight) };
    this.image?.style.setProperty('transform', `translate(${this.view.x}px, ${this.view.y}px) scale(${scale})`);
    this.dialog.classList.toggle('is-zoomed', scale > 1);
    if (scale > 1) this.showFull();
  }

  /** The stored photo has more detail than the form that is shown first. */
  showFull() {
    const { name, isSold } = this.photos[this.index];
    if (this.isFull || isSold) return;
    this.isFull = true;
    const { image } = this;
    const full = new Image();
    full.src = `/api/photos/${name}`;
    full.decode().then(() => { if (image) image.src = full.src; }, () => {});
  }

  /**
   * Zooms, and keeps what is at a point of the window there.
   * @param {number} by @param {{x: number, y: number}} point
   */
  zoom(by, point) {
    const { x, y, scale } = this.view;
    const next = Math.min(maxScale, Math.max(1, scale * by));
    const [fromX, fromY] = [point.x - innerWidth / 2, point.y - innerHeight / 2];
    this.setView({ scale: next, x: fromX - (fromX - x) * (next / scale), y: fromY - (fromY - y) * (next / scale) });
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    event.preventDefault();
    this.zoom(step ** (-Math.sign(event.deltaY)), { x: event.clientX, y: event.clientY });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = { x: innerWidth / 2, y: innerHeight / 2 };
    const { x, y, scale } = this.view;
    const isZoomed = scale > 1;
    const move = (right, down) => this.setView({ scale, x: x - right * 80, y: y - down * 80 });
    const action = {
      ArrowLeft: () => (isZoomed ? move(-1, 0) : this.turn(-1)),
      ArrowRight: () => (isZoomed ? move(1, 0) : this.turn(1)),
      ArrowUp: () => move(0, -1), ArrowDown: () => move(0, 1),
      '+': () => this.zoom(step, middle), '=': () => this.zoom(step, middle), '-': () => this.zoom(1 / step, middle),
      0: () => this.setView({ x: 0, y: 0, scale: 1 }),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  // MARK: Pointers

  /** @param {PointerEvent} event */
  onDown(event) {
    if (event.button !== 0) return;
    this.frame.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.start = this.pointers.size === 1 ? { x: event.clientX, y: event.clientY } : null;
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 2) {
      const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const distance = (point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      this.zoom(distance(now) / distance(last), middle);
    }
    if (this.view.scale > 1) {
      const { x, y, scale } = this.view;
      // Each of two fingers moves the middle by half.
      const part = 1 / this.pointers.size;
      this.setView({ scale, x: x + (now.x - last.x) * part, y: y + (now.y - last.y) * part });
    }
    this.pointers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  onUp(event) {
    const { start } = this;
    if (!this.pointers.delete(event.pointerId) || !start || event.type === 'pointercancel') return;
    this.start = null;
    const [right, down] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.hypot(right, down) < tapDistance) this.onTap(event);
    else if (this.view.scale === 1 && event.pointerType !== 'mouse') this.onSwipe(right, down);
  }

  onSwipe(right, down) {
    if (Math.abs(right) > Math.max(swipeLength, Math.abs(down))) this.turn(right < 0 ? 1 : -1);
    else if (down > Math.max(swipeLength, Math.abs(right))) this.dialog.close();
  }

  /** A double tap zooms in or out; a tap beside the photo closes. @param {PointerEvent} event */
  onTap({ clientX: x, clientY: y, timeStamp }) {
    const { lastTap } = this;
    this.lastTap = { at: timeStamp, x, y };
    const isDouble = timeStamp - lastTap.at < tapPause && Math.hypot(x - lastTap.x, y - lastTap.y) < tapDistance;
    if (isDouble) {
      this.lastTap.at = 0;
      if (this.view.scale > 1) this.setView({ x: 0, y: 0, scale: 1 });
      else this.zoom(tapScale, { x, y });
    } else if (this.view.scale === 1 && !this.isOnPhoto(x, y)) this.dialog.close();
  }

  isOnPhoto(x, y) {
    const box = this.image?.getBoundingClientRect();
    return !!box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }
}
