// One channel as it is known: from the history at once, then from the server, then live. It draws nothing.

import { Problem, Unreachable, get, isAborted, send } from '../../core/api.js';
import { debounce } from '../../core/dom.js';
import { Model } from './chat-model.js';
import { Log } from './message-log.js';

/** So many messages a page. */
const page = 50;
const longPage = 100;
/** Who missed more than this begins with the newest, and loads what is between by scrolling. */
const mostMissed = 1_000;

/**
 * Tells `change` when there is something else to show, `news` with the messages that have come, and `left` when the
 * person is in it no more.
 */
export class Conversation extends Model {
  /** @type {Log | null} */
  log = null;
  /** The channel's document. */
  channel = null;
  /** Until when all is known, in milliseconds; 0: it is not known. */
  at = 0;
  /** Whether all that is said comes as it is said. */
  isLive = false;
  /** Whether the server cannot be reached: what is shown has its age. */
  isCut = false;
  /** Up to which message was in sight. */
  seen = 0;

  /** @param {number} id @param {ConstructorParameters<typeof Model>[1]} parts */
  constructor(id, parts) {
    super(id, parts);
    const { line, signal } = parts;
    const keep = () => { if (this.log) this.#write(); };
    this.keepSoon = debounce(300, keep);
    addEventListener('pagehide', keep, { signal });
    signal.addEventListener('abort', keep);
    line.addEventListener('state', () => this.#lineChanged(), { signal });
  }

  /** Shows what is kept, then what the server has; throws where there is neither. */
  async open() {
    const [kept, document] = await Promise.all([this.history.read(this.id), this.history.document(`channel ${this.id}`)]);
    if (kept) {
      this.log = new Log(kept);
      this.at = kept.at;
    }
    if (document) this.channel = document.value;
    if (this.log && this.channel) this.#changed();
    await this.refresh();
  }

  /** Asks how the channel stands, and listens to it once its messages are there. */
  async refresh() {
    try {
      const channel = await get(`/api/channels/${this.id}`, {}, this.signal);
      if (channel.is_member) await this.#catchUp(channel);
      if (this.log?.revision === channel.revision) this.at = Date.now();
      this.setChannel(channel);
      if (this.log) this.#write();
    } catch (failure) {
      if (isAborted(failure)) throw failure;
      if (failure instanceof Problem && [403, 404].includes(failure.status)) await this.history.drop(this.id);
      if (!(failure instanceof Unreachable) || !this.log || !this.channel) throw failure;
      this.#cut();
    }
    if (this.channel.is_member) this.#listen();
  }

  async #catchUp({ revision }) {
    const isUsable = this.log && this.log.revision <= revision && revision - this.log.revision <= mostMissed;
    if (isUsable) return;
    const { items } = await get(`/api/channels/${this.id}/messages`, { limit: page }, this.signal);
    this.log = Log.fresh(revision, items);
  }

  #listen() {
    if (this.isListening) return;
    this.isListening = true;
    this.line.listen(this.id, { since: () => this.log?.revision ?? 0, take: (message) => this.#take(message) }, this.signal);
  }

  setChannel(channel) {
    this.channel = channel;
    this.history.keepDocument(`channel ${this.id}`, channel);
    this.#changed();
  }

  // MARK: Live

  #take(message) {
    if (message.type === 'membership') return this.#left();
    if (message.type === 'messages') {
      this.log?.take(message.messages, message.revision);
      this.#changed();
      this.dispatchEvent(new CustomEvent('news', { detail: message.messages }));
    } else if (message.type === 'subscribed') {
      Object.assign(this, { isLive: true, isCut: false });
      this.#changed();
    }
    if (this.isLive) this.at = Date.now();
    this.keepSoon();
  }

  #lineChanged() {
    if (this.line.isOpen) {
      // What could not be asked for without a connection.
      if (!this.isListening) this.refresh().catch(() => {});
      return;
    }
    if (!this.isLive) return;
    this.isLive = false;
    this.at = Date.now();
    this.keepSoon();
    // A connection that is back at once is not worth a word.
    setTimeout(() => { if (!this.isLive && !this.signal.aborted) this.#cut(); }, 1_000);
  }

  #cut() {
    this.isCut = true;
    this.#changed();
  }

  async #left() {
    await this.history.drop(this.id);
    this.log = null;
    this.dispatchEvent(new Event('left'));
  }

  #write() {
    if (this.isLive) this.at = Date.now();
    this.history.write(this.id, this.log, this.at);
  }

  #changed() { this.dispatchEvent(new Event('change')); }

  // MARK: What is done here

  /** Takes the server's answer to something that was done to a message; the news that tell of it change nothing more. */
  put(message) {
    this.log?.put(message);
    this.#changed();
    this.keepSoon();
  }

  /** Loads what was said before; whether there was anything. */
  async loadOlder(limit = page) {
    if (!this.log || this.log.isWhole) return false;
    const { items } = await get(`/api/channels/${this.id}/messages`, { before: this.log.first, limit }, this.signal);
    this.log.takeOlder(items, items.length < limit);
    this.#changed();
    this.keepSoon();
    return true;
  }

  /** Loads until a message is there; whether it is, for what is very far back is not loaded. */
  async loadTo(sequence) {
    for (let pages = 0; this.log && this.log.first > sequence && pages < 30; pages += 1) await this.loadOlder(longPage);
    return this.log?.get(sequence) !== undefined;
  }

  /** Moves the read marker, once at a time and never back. */
  async read(sequence) {
    this.seen = Math.max(this.seen, sequence);
    if (this.isMarking) return;
    this.isMarking = true;
    try {
      while (this.channel?.is_member && this.seen > this.channel.read_sequence) await this.#mark(this.seen);
    } catch {
      // It is tried again when something is seen, or the connection is back.
    } finally {
      this.isMarking = false;
    }
  }

  async #mark(sequence) {
    const channel = await send('PUT', `/api/channels/${this.id}/read`, { sequence }, { signal: this.signal });
    this.setChannel({ ...channel, read_sequence: Math.max(sequence, channel.read_sequence) });
    this.dispatchEvent(new CustomEvent('read', { detail: channel }));
  }
}
