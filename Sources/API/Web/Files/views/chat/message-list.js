// The conversation as it is read: rows that come and go without the place being lost.

import { debounce, element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { drawn } from './message-row.js';

/** So near to its end it counts as read to the end, in pixels. */
const near = 60;

/** Tells `top` when older messages are wanted, and `seen` with the sequence up to which messages are in sight. */
export class LogView extends EventTarget {
  /** @type {Map<string, {stamp: string, node: HTMLElement}>} */
  #rows = new Map();
  #isAtEnd = true;

  /** @param {string} label @param {import('./message-row.js').Hands} hands */
  constructor(label, hands) {
    super();
    this.hands = hands;
    this.list = element('ol', { class: 'talk-rows' });
    this.top = element('div', { class: 'talk-top' });
    // Nothing is read out while it is filled; see `#speak`.
    this.box = element('div', { class: 'talk-log', role: 'log', 'aria-live': 'off', 'aria-label': label, tabindex: 0 }, this.top, this.list);
    this.below = element('button', { type: 'button', class: 'talk-below', hidden: true, onclick: () => this.toEnd() }, icon('back'), element('span', {}));
    this.root = element('div', { class: 'talk-middle' }, this.box, this.below);
    const seen = debounce(150, () => this.#tellSeen());
    this.box.addEventListener('scroll', () => {
      this.#isAtEnd = this.#distance() < near;
      if (this.#isAtEnd) this.setBelow(0);
      if (this.box.scrollTop < 300) this.dispatchEvent(new Event('top'));
      seen();
    }, { passive: true });
    const sizes = new ResizeObserver(() => { if (this.#isAtEnd) this.#stick(); });
    sizes.observe(this.box);
    sizes.observe(this.list);
    hands.signal.addEventListener('abort', () => sizes.disconnect());
    document.addEventListener('visibilitychange', seen, { signal: hands.signal });
  }

  get isAtEnd() { return this.#isAtEnd; }

  /** Shows the rows: where the end was in sight it stays so, otherwise what was in sight stays where it is. */
  show(rows, isSpoken = true) {
    const anchor = this.#isAtEnd ? null : this.#anchor();
    if (!isSpoken) this.#hush();
    this.#patch(rows);
    if (anchor && this.#rows.has(anchor.key)) {
      this.box.scrollTop += this.#rows.get(anchor.key).node.offsetTop - this.box.scrollTop - anchor.offset;
    } else if (this.#isAtEnd) this.#stick();
    this.#tellSeen();
  }

  #patch(rows) {
    const wanted = new Set(rows.map(({ key }) => key));
    for (const [key, { node }] of this.#rows) {
      if (wanted.has(key)) continue;
      node.remove();
      this.#rows.delete(key);
    }
    let next = this.list.firstElementChild;
    for (const row of rows) {
      const known = this.#rows.get(row.key);
      if (known?.stamp === row.stamp && known.node === next) {
        next = next.nextElementSibling;
        continue;
      }
      const node = known?.stamp === row.stamp ? known.node : drawn(row, this.hands);
      if (known && known.node !== node) {
        if (known.node === next) next = next.nextElementSibling;
        known.node.replaceWith(node);
      }
      if (node !== next) this.list.insertBefore(node, next);
      this.#rows.set(row.key, { stamp: row.stamp, node });
    }
  }

  /** Older messages and the first ones are not read out; what comes afterwards is. */
  #hush() {
    this.box.setAttribute('aria-live', 'off');
    this.#speak();
  }

  #speak = debounce(400, () => this.box.setAttribute('aria-live', 'polite'));

  #distance() { return this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight; }

  #stick() { this.box.scrollTop = this.box.scrollHeight; }

  /** The first row in sight, and how far below the edge it stands. */
  #anchor() {
    const top = this.box.scrollTop;
    for (const [key, { node }] of this.#rows) {
      const isMessage = key.startsWith('message');
      if (isMessage && node.offsetTop + node.offsetHeight > top) return { key, offset: node.offsetTop - top };
    }
    return null;
  }

  #tellSeen() {
    if (document.visibilityState !== 'visible') return;
    const end = this.box.scrollTop + this.box.clientHeight;
    const nodes = [...this.list.querySelectorAll('[data-sequence]')].reverse();
    const last = /** @type {HTMLElement | undefined} */ (nodes.find((node) => /** @type {HTMLElement} */ (node).offsetTop + 20 < end));
    if (last) this.dispatchEvent(new CustomEvent('seen', { detail: Number(last.dataset.sequence) }));
  }

  toEnd() {
    this.#isAtEnd = true;
    this.setBelow(0);
    this.#stick();
  }

  /** Brings a row to sight; a message is also marked for a moment. */
  reveal(key, isMarked = false) {
    const node = this.#rows.get(key)?.node;
    if (!node) return;
    this.#isAtEnd = false;
    node.scrollIntoView({ block: isMarked ? 'center' : 'start' });
    this.#isAtEnd = this.#distance() < near;
    if (isMarked) node.classList.add('is-found');
  }

  /** How many have come below what is in sight. */
  setBelow(count) {
    this.below.hidden = count === 0;
    this.below.lastElementChild.textContent = text('chat.below', { count });
  }
}
