// The model of a conversation: a channel and its messages, from the stored history, the server, and live. No DOM.

import { Problem, Unreachable, get, isAborted, send } from '../../core/api.js';
import { debounce } from '../../core/dom.js';
import { recountUnread } from '../../core/unread.js';
import { ChatModel } from './chat-model.js';
import { MessageLog } from './message-log.js';

const pageSize = 50;
const largePageSize = 100;
/** With more missed messages, the newest page is loaded first, and the others by scrolling. */
const maxMissed = 1_000;

/**
 * Dispatches `change` when the view must be redrawn, `messages` with those that have arrived, `read` when the read
 * marker has moved, and `left` when the member is no longer in the channel.
 */
export class Conversation extends ChatModel {
  /** @type {MessageLog | null} */
  log = null;
  /** The channel, as the API sends it. */
  channel = null;
  /** Until when the messages are complete, in milliseconds; 0 if unknown. */
  at = 0;
  /** Whether messages arrive live. */
  isLive = false;
  /** Whether the server cannot be reached. */
  isOffline = false;
  /** The sequence up to which messages were in view. */
  seen = 0;

  /** @param {number} id @param {ConstructorParameters<typeof ChatModel>[1]} parts */
  constructor(id, parts) {
    super(id, parts);
    const { realtime, signal } = parts;
    const store = () => { if (this.log) this.#store(); };
    this.storeSoon = debounce(300, store);
    addEventListener('pagehide', store, { signal });
    signal.addEventListener('abort', store);
    realtime.addEventListener('state', () => this.#onConnectionChange(), { signal });
  }

  /** Shows the stored messages, then the server's; throws if there are neither. */
  async open() {
    const [stored,
      document] = await Promise.all([this.history.messages(this.id), this.history.document(`channel ${this.id}`)]);
    if (stored) {
      this.log = new MessageLog(stored);
      this.at = stored.at;
    }
    if (document) this.channel = document.value;
    if (this.log && this.channel) this.#dispatchChange();
    await this.refresh();
  }

  /** Loads the channel and missed messages, then subscribes to new ones. */
  async refresh() {
    try {
      const channel = await get(`/api/channels/${this.id}`, {}, this.signal);
      if (channel.is_member) await this.#catchUp(channel);
      if (this.log?.revision === channel.revision) this.at = Date.now();
      this.setChannel(channel);
      if (this.log) this.#store();
    } catch (failure) {
      if (isAborted(failure)) throw failure;
      if (failure instanceof Problem && [403, 404].includes(failure.status)) await this.history.remove(this.id);
      if (!(failure instanceof Unreachable) || !this.log || !this.channel) throw failure;
      this.#setOffline();
    }
    if (this.channel.is_member) this.#subscribe();
  }

  async #catchUp({ revision }) {
    const isUsable = this.log && this.log.revision <= revision && revision - this.log.revision <= maxMissed;
    if (isUsable) return;
    const { items } = await get(`/api/channels/${this.id}/messages`, { limit: pageSize }, this.signal);
    this.log = MessageLog.fromPage(revision, items);
  }

  #subscribe() {
    if (this.isSubscribed) return;
    this.isSubscribed = true;
    const subscriber = { revision: () => this.log?.revision ?? 0, onMessage: (message) => this.#onMessage(message) };
    this.realtime.subscribe(this.id, subscriber, this.signal);
  }

  setChannel(channel) {
    this.channel = channel;
    this.history.storeDocument(`channel ${this.id}`, channel);
    this.#dispatchChange();
  }

  // MARK: Live

  #onMessage(message) {
    if (message.type === 'membership') return this.#onLeft();
    if (message.type === 'messages') {
      this.log?.apply(message.messages, message.revision);
      this.#dispatchChange();
      this.dispatchEvent(new CustomEvent('messages', { detail: message.messages }));
    } else if (message.type === 'subscribed') {
      Object.assign(this, { isLive: true, isOffline: false });
      this.#dispatchChange();
    }
    if (this.isLive) this.at = Date.now();
    this.storeSoon();
  }

  #onConnectionChange() {
    if (this.realtime.isOpen) {
      // Load what could not be loaded without a connection.
      if (!this.isSubscribed) this.refresh().catch(() => {});
      return;
    }
    if (!this.isLive) return;
    this.isLive = false;
    this.at = Date.now();
    this.storeSoon();
    // No notice if the connection is back within a second.
    setTimeout(() => { if (!this.isLive && !this.signal.aborted) this.#setOffline(); }, 1_000);
  }

  #setOffline() {
    this.isOffline = true;
    this.#dispatchChange();
  }

  async #onLeft() {
    await this.history.remove(this.id);
    this.log = null;
    this.dispatchEvent(new Event('left'));
  }

  #store() {
    if (this.isLive) this.at = Date.now();
    this.history.storeMessages(this.id, this.log, this.at);
  }

  #dispatchChange() { this.dispatchEvent(new Event('change')); }

  // MARK: Changes of the member

  /** Applies the server's answer to a change of a message. */
  put(message) {
    this.log?.put(message);
    this.#dispatchChange();
    this.storeSoon();
  }

  /** Loads an older page. Resolves to whether there was one. */
  async loadOlder(limit = pageSize) {
    if (!this.log || this.log.isComplete) return false;
    const { items } = await get(`/api/channels/${this.id}/messages`, { before: this.log.first, limit }, this.signal);
    this.log.addOlder(items, items.length < limit);
    this.#dispatchChange();
    this.storeSoon();
    return true;
  }

  /** Loads older pages until a message is there. Resolves to whether it is: very old ones are not loaded. */
  async loadTo(sequence) {
    for (let pages = 0; this.log && this.log.first > sequence && pages < 30; pages += 1) {
      await this.loadOlder(largePageSize);
    }
    return this.log?.get(sequence) !== undefined;
  }

  /** Moves the read marker forward; one request at a time. */
  async markRead(sequence) {
    this.seen = Math.max(this.seen, sequence);
    if (this.isMarking) return;
    this.isMarking = true;
    try {
      while (this.channel?.is_member && this.seen > this.channel.read_sequence) await this.#sendReadMarker(this.seen);
    } catch {
      // Sent again with the next message in view, or when the connection is back.
    } finally {
      this.isMarking = false;
    }
  }

  async #sendReadMarker(sequence) {
    const channel = await send('PUT', `/api/channels/${this.id}/read`, { sequence }, { signal: this.signal });
    this.setChannel({ ...channel, read_sequence: Math.max(sequence, channel.read_sequence) });
    this.dispatchEvent(new CustomEvent('read', { detail: channel }));
    recountUnread();
  }
}
