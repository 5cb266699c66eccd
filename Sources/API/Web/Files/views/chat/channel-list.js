// The channels and rooms of a workspace, with what is unread in them, as it changes.

import { Problem, Unreachable, get } from '../../core/api.js';
import { Model } from './chat-model.js';
import { Tally } from './unread-counts.js';

/** A line listens to no more than 200 channels; some are left for the conversation. */
const mostHeard = 190;

/** Tells `change`, and `gone` with the reason when it cannot be seen any more. */
export class Channels extends Model {
  /** @type {any} */
  workspace = null;
  /** @type {Map<number, Tally>} */
  #tallies = new Map();
  /** Since when it is so; 0: now. */
  at = 0;
  /** @type {Set<number>} */
  #heard = new Set();

  /** @param {number} id @param {ConstructorParameters<typeof Model>[1]} parts */
  constructor(id, parts) {
    super(id, parts);
    const { line, signal } = parts;
    const again = () => { if (document.visibilityState === 'visible') this.#again(); };
    document.addEventListener('visibilitychange', again, { signal });
    line.addEventListener('state', () => { if (line.isOpen && this.at) again(); }, { signal });
  }

  /** Shows what is kept, then what the server has; throws where there is neither. */
  async open() {
    const kept = await this.history.document(`workspace ${this.id}`);
    if (kept) this.#show(kept.value, kept.at);
    await this.refresh();
  }

  async refresh() {
    try {
      const [workspace, channels, rooms] = await Promise.all(
        ['', '/channels', '/rooms'].map((part) => get(`/api/workspaces/${this.id}${part}`, {}, this.signal)));
      const value = { workspace, channels: [...channels.items, ...rooms.items] };
      this.history.keepDocument(`workspace ${this.id}`, value);
      this.#show(value, 0);
    } catch (failure) {
      if (!(failure instanceof Unreachable) || !this.workspace) throw failure;
    }
  }

  #again() {
    this.refresh().catch((failure) => {
      if (failure instanceof Problem) this.dispatchEvent(new CustomEvent('gone', { detail: failure }));
    });
  }

  #show({ workspace, channels }, at) {
    this.workspace = workspace;
    this.at = at;
    this.#tallies = new Map(channels.map((channel) => {
      const known = this.#tallies.get(channel.id);
      // News may have been faster.
      return [channel.id, known && known.revision > channel.revision ? known : new Tally(channel, this.me)];
    }));
    for (const channel of channels) if (channel.is_member) this.#hear(channel.id);
    this.#changed();
  }

  #hear(id) {
    if (this.#heard.has(id) || this.#heard.size >= mostHeard) return;
    this.#heard.add(id);
    this.line.listen(id, { since: () => this.#tallies.get(id)?.revision ?? 0, take: (message) => this.#take(id, message) }, this.signal);
  }

  #take(id, message) {
    if (message.type === 'membership') {
      this.#heard.delete(id);
      this.#again();
    } else if (message.type === 'messages') {
      this.#tallies.get(id)?.take(message.messages, message.revision);
      this.#changed();
    }
  }

  /** Takes a channel as the server has just told it. */
  replace(channel) {
    const known = this.#tallies.get(channel.id);
    if (!known || known.revision > channel.revision) return;
    this.#tallies.set(channel.id, new Tally(channel, this.me));
    this.#changed();
  }

  #changed() { this.dispatchEvent(new Event('change')); }

  get #all() { return [...this.#tallies.values()].map(({ channel }) => channel); }

  /** Those that one is in, the standard channel first; rooms are apart. */
  get joined() { return this.#all.filter(({ is_member: isMember, kind }) => isMember && kind !== 'direct'); }

  /** Those that one may join. */
  get others() { return this.#all.filter(({ is_member: isMember }) => !isMember); }

  /** The rooms of two, the one with the newest message first. */
  get rooms() {
    const moment = (room) => room.newest?.created_at ?? room.created_at;
    return this.#all.filter(({ kind }) => kind === 'direct')
      .sort((one, other) => (moment(one) < moment(other) ? 1 : -1));
  }
}
