// /app/admin/queue: everything that waits for a decision, the most urgent first. `?kind=` shows one kind, `?item=`
// opens an item: beside the list where there is room, else in its place.

import { element } from '../../core/dom.js';
import { go } from '../../core/navigation.js';
import { formatAge, formatDate, text } from '../../core/texts.js';
import { showError } from '../../widgets/error.js';
import { chipLink, chipRow } from '../../widgets/list-head.js';
import { notify } from '../../widgets/notice.js';
import { look } from './operator.js';
import { showItem } from './queue-item.js';

const kinds = ['payment', 'refund', 'report', 'correction', 'proposal', 'closure'];

/** @param {HTMLElement} root @param {import('../../core/navigation.js').Visit} visit */
export async function show(root, { signal, query }) {
  const queue = new Queue(root, signal);
  await queue.load(query);
  signal.addEventListener('abort', () => removeEventListener('keydown', queue.onKey));
  addEventListener('keydown', queue.onKey);
  return (next) => queue.showQuery(next);
}

const nameOf = ({ kind, id }) => `${kind}.${id}`;

class Queue {
  constructor(root, signal) {
    this.signal = signal;
    /** @type {any[]} */
    this.items = [];
    this.query = new URLSearchParams();
    this.chips = element('div');
    this.list = element('ul', { class: 'rows queue-list', 'aria-label': text('admin.section.queue') });
    this.detail = element('section', { class: 'queue-item', 'aria-live': 'polite' });
    const keys = element('p', { class: 'faint queue-keys' }, text('admin.queue.keys'));
    this.layout = element('div', { class: 'queue' }, element('div', {}, this.list, keys), this.detail);
    this.onKey = (event) => this.press(event);
    root.append(this.chips, this.layout);
  }

  async load(query) {
    const { items, is_complete: isComplete } = await look('/api/queue', { limit: 1000 }, this.signal);
    if (this.signal.aborted) return;
    this.items = items;
    if (!isComplete) this.list.before(element('p', { class: 'faint' }, text('admin.queue.incomplete')));
    this.showQuery(query);
  }

  get shown() {
    const kind = this.query.get('kind');
    return this.items.filter((item) => !kind || item.kind === kind);
  }

  get opened() { return this.items.find((item) => nameOf(item) === this.query.get('item')) ?? null; }

  showQuery(query) {
    this.query = query;
    const kind = query.get('kind');
    const counts = kinds.map((it) => [it, this.items.filter((item) => item.kind === it).length]);
    this.chips.replaceChildren(chipRow(text('admin.queue.kinds'), [
      chipLink('/app/admin/queue', !kind, text('admin.queue.all', { count: this.items.length })),
      ...counts.filter(([it, count]) => Number(count) > 0 || it === kind).map(([it, count]) =>
        chipLink(`/app/admin/queue?kind=${it}`, it === kind, text(`admin.count.${it}`, { count: Number(count) }))),
    ]));
    this.list.replaceChildren(...this.shown.map((item) => this.row(item)));
    if (this.shown.length === 0) this.list.append(element('li', { class: 'empty' }, text('admin.queue.empty')));
    this.layout.classList.toggle('has-item', this.opened !== null);
    this.showOpened();
  }

  addressOf(item) {
    const query = new URLSearchParams();
    const kind = this.query.get('kind');
    if (kind) query.set('kind', kind);
    if (item) query.set('item', nameOf(item));
    const words = query.toString();
    return `/app/admin/queue${words && '?'}${words}`;
  }

  row(item) {
    const isOpen = item === this.opened;
    return element('li', {}, element('a', {
      href: this.addressOf(item), 'aria-current': isOpen ? 'true' : null, 'data-item': nameOf(item),
    }, element('span', { class: 'words' },
      element('span', { class: 'title' }, item.title || text('admin.queue.untitled')),
      element('span', { class: 'faint' }, [
        text(`admin.kind.${item.kind}`), reasonOf(item),
        item.reporter_count > 1 && text('admin.queue.reporters', { count: item.reporter_count }),
      ].filter(Boolean).join(' · '), ' · ',
      element('time', { datetime: item.since, title: formatDate(item.since) }, formatAge(item.since))))));
  }

  async showOpened() {
    const item = this.opened;
    this.detail.replaceChildren();
    if (!item) {
      if (this.query.get('item')) this.detail.append(element('p', { class: 'empty' }, text('admin.queue.gone')));
      return;
    }
    const place = element('div');
    this.detail.append(element('a', { class: 'small queue-back', href: this.addressOf(null) }, text('account.back')),
      place);
    try {
      await showItem(place, item, this.signal, (words) => this.onDecided(item, words));
      if (this.opened === item) place.querySelector('h3')?.focus({ preventScroll: true });
    } catch (failure) {
      if (this.opened === item) showError(place, failure, () => this.showOpened());
    }
  }

  /** Shows the next item in place of the one that was decided. */
  onDecided(item, words) {
    const next = this.neighbour(1) ?? this.neighbour(-1);
    this.items = this.items.filter((it) => it !== item);
    notify(words);
    go(this.addressOf(next), true);
  }

  neighbour(step) {
    const { shown } = this;
    const at = shown.indexOf(this.opened);
    return at < 0 ? shown[0] ?? null : shown[at + step] ?? null;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (target instanceof Element && target.closest('input, textarea, select')) return;
    if (event.key === 'j' || event.key === 'k') {
      const next = this.neighbour(event.key === 'j' ? 1 : -1);
      if (next) go(this.addressOf(next), true);
    } else if (event.key === 'a' || event.key === 'd') {
      const button = this.detail.querySelector(`[data-key="${event.key}"]`);
      if (button instanceof HTMLElement) button.focus();
    } else if (event.key === 'Escape' && this.opened) go(this.addressOf(null));
    else return;
    event.preventDefault();
  }
}

/** What is said to be wrong, in words. */
function reasonOf({ kind, reason }) {
  if (!reason) return '';
  if (kind === 'correction') return text(`correction.kind.${reason}`);
  return kind === 'report' ? text(`feed.reason.${reason}`) : reason;
}
