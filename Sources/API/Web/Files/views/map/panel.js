// The panel of the list: on a phone it is dragged, by its handle or anywhere while its content is at the top, for a
// larger map or a taller list. Its handle can be pressed as well.

import { byId } from '../../core/dom.js';
import { text } from '../../core/texts.js';

/** From low to tall, as classes. */
const sizes = ['is-low', 'is-usual', 'is-tall'];
const usual = 1;
/** The least way of a drag, in pixels; what moves less is a press. */
const minDrag = 8;
/** A drag of this length goes at least to the next size. */
const minStep = 40;

export class Panel {
  constructor() {
    this.root = byId('panel');
    this.handle = byId('handle');
    this.size = usual;
    /** The drag that has begun: where, and how high the panel was. @type {{y: number, height: number} | null} */
    this.start = null;
    this.wasDragged = false;
    this.handle.addEventListener('click', ({ detail }) => {
      // The click that ends a drag is none; one of the keyboard has no detail.
      if (!this.wasDragged || detail === 0) this.show(this.size === usual ? usual + 1 : usual);
    });
    this.handle.addEventListener('pointerdown', (event) => {
      this.handle.setPointerCapture(event.pointerId);
      this.begin(event.clientY);
    });
    this.handle.addEventListener('pointermove', (event) => this.drag(event));
    this.handle.addEventListener('pointerup', (event) => this.end(event.clientY));
    this.handle.addEventListener('pointercancel', () => this.end(this.start?.y ?? 0));
    for (const content of [byId('browse'), byId('sheet')]) this.followTouches(content);
  }

  /** A finger that moves over content at its top drags the panel; otherwise it scrolls. @param {HTMLElement} content */
  followTouches(content) {
    /** Where the finger came down; null once it scrolls. @type {{x: number, y: number} | null} */
    let touch = null;
    content.addEventListener('touchstart', ({ touches }) => {
      const isAlone = touches.length === 1 && this.handle.offsetParent !== null;
      touch = isAlone ? { x: touches[0].clientX, y: touches[0].clientY } : null;
    }, { passive: true });
    content.addEventListener('touchmove', (event) => {
      if (!touch) return;
      const { clientX, clientY } = event.touches[0];
      const [across, up] = [Math.abs(clientX - touch.x), touch.y - clientY];
      if (!this.start) {
        if (Math.max(across, Math.abs(up)) < minDrag) return;
        const hasNext = up > 0 ? this.size < sizes.length - 1 : this.size > 0;
        if (across > Math.abs(up) || content.scrollTop > 0 || !hasNext || !event.cancelable) {
          touch = null;
          return;
        }
        this.begin(touch.y);
      }
      event.preventDefault();
      this.drag({ clientY });
    }, { passive: false });
    content.addEventListener('touchend', ({ changedTouches }) => { if (touch) this.end(changedTouches[0].clientY); });
    content.addEventListener('touchcancel', () => this.end(this.start?.y ?? 0));
  }

  /** Makes the panel at least as high as usual: there is something to read. Returns whether it was lower. */
  raise() {
    if (this.size >= usual) return false;
    this.show(usual);
    return true;
  }

  /** @param {number} size */
  show(size) {
    this.size = size;
    this.root.classList.remove(...sizes);
    this.root.classList.add(sizes[size]);
    const isTall = size > usual;
    this.handle.setAttribute('aria-expanded', String(isTall));
    /** @type {HTMLElement} */ (this.handle.firstElementChild).textContent = text(isTall ? 'collapse' : 'expand');
  }

  /** @param {number} y */
  begin(y) {
    this.start = { y, height: this.root.clientHeight };
    this.wasDragged = false;
  }

  /** @param {{clientY: number}} event */
  drag({ clientY }) {
    if (!this.start) return;
    const up = this.start.y - clientY;
    if (Math.abs(up) >= minDrag) this.wasDragged = true;
    if (!this.wasDragged) return;
    this.root.classList.add('is-dragged');
    this.root.style.height = `${this.start.height + up}px`;
  }

  /** Goes on to the size that is nearest. @param {number} y */
  end(y) {
    if (!this.start) return;
    const { start } = this;
    this.start = null;
    if (!this.wasDragged) return;
    const up = start.y - y;
    const height = start.height + up;
    this.root.style.height = '';
    const heights = sizes.map((_, size) => this.heightOf(size));
    this.root.classList.remove('is-dragged');
    const distances = heights.map((other) => Math.abs(other - height));
    const nearest = distances.indexOf(Math.min(...distances));
    const next = Math.min(sizes.length - 1, Math.max(0, this.size + Math.sign(up)));
    this.show(nearest === this.size && Math.abs(up) >= minStep ? next : nearest);
  }

  /** How high the panel is at a size. It is measured without a transition, as it is being dragged. */
  heightOf(size) {
    this.root.classList.remove(...sizes);
    this.root.classList.add(sizes[size]);
    return this.root.clientHeight;
  }
}
