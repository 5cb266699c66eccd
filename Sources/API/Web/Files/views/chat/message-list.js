// The scrolling list of messages: rows are added and replaced without moving the visible ones.

import { debounce, element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { renderRow } from './message-row.js';

/** The distance from the end that counts as the end, in pixels. */
const endTolerance = 60;

/** Dispatches `top` when older messages are needed, and `seen` with the last sequence in view. */
export class MessageList extends EventTarget {
  /** By key. @type {Map<string, {stamp: string, node: HTMLElement}>} */
  #rows = new Map();
  #isAtEnd = true;

  /** @param {string} label @param {import('./message-row.js').RowContext} context */
  constructor(label, context) {
    super();
    this.context = context;
    this.list = element('ol', { class: 'message-rows' });
    this.top = element('div', { class: 'message-log-top' });
    // Screen readers do not read while it is filled; see `#announce`.
    this.box = element('div',
      { class: 'message-log', role: 'log', 'aria-live': 'off', 'aria-label': label, tabindex: 0 }, this.top, this.list);
    this.newBelow = element('button',
      { type: 'button', class: 'new-below', hidden: true, onclick: () => this.scrollToEnd() }, icon('back'),
      element('span', {}));
    this.root = element('div', { class: 'conversation-body' }, this.box, this.newBelow);
    const onSeen = debounce(150, () => this.#dispatchSeen());
    this.box.addEventListener('scroll', () => {
      this.#isAtEnd = this.#distanceToEnd() < endTolerance;
      if (this.#isAtEnd) this.setNewBelow(0);
      if (this.box.scrollTop < 300) this.dispatchEvent(new Event('top'));
      onSeen();
    }, { passive: true });
    const sizes = new ResizeObserver(() => { if (this.#isAtEnd) this.#stickToEnd(); });
    sizes.observe(this.box);
    sizes.observe(this.list);
    context.signal.addEventListener('abort', () => sizes.disconnect());
    document.addEventListener('visibilitychange', onSeen, { signal: context.signal });
  }

  get isAtEnd() { return this.#isAtEnd; }

  /** Shows the rows. If the end was in view it stays in view, otherwise the visible rows keep their positions. */
  show(rows, isAnnounced = true) {
    const anchor = this.#isAtEnd ? null : this.#anchor();
    if (!isAnnounced) this.#silence();
    this.#patch(rows);
    if (anchor && this.#rows.has(anchor.key)) {
      this.box.scrollTop += this.#rows.get(anchor.key).node.offsetTop - this.box.scrollTop - anchor.offset;
    } else if (this.#isAtEnd) this.#stickToEnd();
    this.#dispatchSeen();
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
      const node = known?.stamp === row.stamp ? known.node : renderRow(row, this.context);
      if (known && known.node !== node) {
        if (known.node === next) next = next.nextElementSibling;
        known.node.replaceWith(node);
      }
      if (node !== next) this.list.insertBefore(node, next);
      this.#rows.set(row.key, { stamp: row.stamp, node });
    }
  }

  /** Screen readers read new messages only, not older ones and not the first page. */
  #silence() {
    this.box.setAttribute('aria-live', 'off');
    this.#announce();
  }

  #announce = debounce(400, () => this.box.setAttribute('aria-live', 'polite'));

  #distanceToEnd() { return this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight; }

  #stickToEnd() { this.box.scrollTop = this.box.scrollHeight; }

  /** The first message in view, and its distance from the upper edge. */
  #anchor() {
    const top = this.box.scrollTop;
    for (const [key, { node }] of this.#rows) {
      const isMessage = key.startsWith('message');
      if (isMessage && node.offsetTop + node.offsetHeight > top) return { key, offset: node.offsetTop - top };
    }
    return null;
  }

  #dispatchSeen() {
    if (document.visibilityState !== 'visible') return;
    const end = this.box.scrollTop + this.box.clientHeight;
    const nodes = [...this.list.querySelectorAll('[data-sequence]')].reverse();
    const last = /** @type {HTMLElement | undefined} */ (
      nodes.find((node) => /** @type {HTMLElement} */ (node).offsetTop + 20 < end));
    if (last) this.dispatchEvent(new CustomEvent('seen', { detail: Number(last.dataset.sequence) }));
  }

  scrollToEnd() {
    this.#isAtEnd = true;
    this.setNewBelow(0);
    this.#stickToEnd();
  }

  /** Scrolls to a row, and highlights it if wanted. */
  reveal(key, isHighlighted = false) {
    const node = this.#rows.get(key)?.node;
    if (!node) return;
    this.#isAtEnd = false;
    node.scrollIntoView({ block: isHighlighted ? 'center' : 'start' });
    this.#isAtEnd = this.#distanceToEnd() < endTolerance;
    if (isHighlighted) node.classList.add('is-found');
  }

  /** Shows how many new messages are below the view. */
  setNewBelow(count) {
    this.newBelow.hidden = count === 0;
    this.newBelow.lastElementChild.textContent = text('chat.below', { count });
  }
}
