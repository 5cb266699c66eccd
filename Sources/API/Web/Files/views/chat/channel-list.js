// The model of the list of channels: those of a workspace, with their unread counts, as messages arrive. No DOM.

import { Problem, Unreachable, get } from '../../core/api.js';
import { ChatModel } from './chat-model.js';
import { UnreadCount } from './unread-counts.js';

/** A connection subscribes to at most 200 channels; some are left for the conversation. */
const maxSubscriptions = 190;

/** Dispatches `change`, and `gone` with the error when the workspace is no longer visible. */
export class ChannelList extends ChatModel {
  /** @type {any} */
  workspace = null;
  /** By channel. @type {Map<number, UnreadCount>} */
  #counts = new Map();
  /** When the list was stored; 0 for a response of the server. */
  at = 0;
  /** @type {Set<number>} */
  #subscribed = new Set();

  /** @param {number} id @param {ConstructorParameters<typeof ChatModel>[1]} parts */
  constructor(id, parts) {
    super(id, parts);
    const { realtime, signal } = parts;
    const refresh = () => { if (document.visibilityState === 'visible') this.#refreshQuietly(); };
    document.addEventListener('visibilitychange', refresh, { signal });
    realtime.addEventListener('state', () => { if (realtime.isOpen && this.at) refresh(); }, { signal });
    // The member is in another channel or room.
    realtime.addEventListener('unread', () => { if (this.workspace) refresh(); }, { signal });
    realtime.watchUnread();
  }

  /** Shows the stored list, then the server's; throws if there is neither. */
  async open() {
    const stored = await this.history.document(`workspace ${this.id}`);
    if (stored) this.#show(stored.value, stored.at);
    await this.refresh();
  }

  async refresh() {
    try {
      const [workspace, channels, rooms] = await Promise.all(
        ['', '/channels', '/rooms'].map((part) => get(`/api/workspaces/${this.id}${part}`, {}, this.signal)));
      const value = { workspace, channels: [...channels.items, ...rooms.items] };
      this.history.storeDocument(`workspace ${this.id}`, value);
      this.#show(value, 0);
    } catch (failure) {
      if (!(failure instanceof Unreachable) || !this.workspace) throw failure;
    }
  }

  #refreshQuietly() {
    this.refresh().catch((failure) => {
      if (failure instanceof Problem) this.dispatchEvent(new CustomEvent('gone', { detail: failure }));
    });
  }

  #show({ workspace, channels }, at) {
    this.workspace = workspace;
    this.at = at;
    this.#counts = new Map(channels.map((channel) => {
      const known = this.#counts.get(channel.id);
      // Live messages may have been faster than this answer.
      return [channel.id, known && known.revision > channel.revision ? known : new UnreadCount(channel, this.me)];
    }));
    for (const channel of channels) if (channel.is_member) this.#subscribe(channel.id);
    this.#dispatchChange();
  }

  #subscribe(id) {
    if (this.#subscribed.has(id) || this.#subscribed.size >= maxSubscriptions) return;
    this.#subscribed.add(id);
    const subscriber = { revision: () => this.#counts.get(id)?.revision ?? 0,
      onMessage: (message) => this.#onMessage(id, message) };
    this.realtime.subscribe(id, subscriber, this.signal);
  }

  #onMessage(id, message) {
    if (message.type === 'membership') {
      this.#subscribed.delete(id);
      this.#refreshQuietly();
    } else if (message.type === 'messages') {
      this.#counts.get(id)?.apply(message.messages, message.revision);
      this.#dispatchChange();
    }
  }

  /** Replaces a channel by a newer document of the server. */
  replace(channel) {
    const known = this.#counts.get(channel.id);
    if (!known || known.revision > channel.revision) return;
    this.#counts.set(channel.id, new UnreadCount(channel, this.me));
    this.#dispatchChange();
  }

  #dispatchChange() { this.dispatchEvent(new Event('change')); }

  get #all() { return [...this.#counts.values()].map(({ channel }) => channel); }

  /** The channels that the member has joined, without direct messages; the standard channel is first. */
  get joined() { return this.#all.filter(({ is_member: isMember, kind }) => isMember && kind !== 'direct'); }

  /** The channels that the member may join. */
  get joinable() { return this.#all.filter(({ is_member: isMember }) => !isMember); }

  /** The rooms of two for direct messages, the one with the newest message first. */
  get rooms() {
    const time = (room) => room.newest?.created_at ?? room.created_at;
    return this.#all.filter(({ kind }) => kind === 'direct')
      .sort((one, other) => (time(one) < time(other) ? 1 : -1));
  }
}
