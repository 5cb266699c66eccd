// The messages of a channel, as pages, live messages and answers are merged into them. No DOM.

/**
 * A message, as the API sends it.
 * @typedef {{id: number, channel: number, sequence: number, revision: number, text: string, photos: string[],
 *   author: {id: string, nickname: string, photo: string | null} | null,
 *   created_at: string, edited_at: string | null, removed_at: string | null}} Message
 */

/**
 * What is stored of a channel: every message from `first` on, at `revision` or later.
 * @typedef {{first: number, revision: number, messages: Message[]}} Snapshot
 */

/**
 * The messages of a channel from `first` on, with all changes up to `revision`. Of two versions of a message the later
 * one wins, so that nothing is lost or doubled in whatever order pages, live messages and answers arrive.
 */
export class MessageLog {
  /** By sequence. @type {Map<number, Message>} */
  #messages = new Map();

  /** @param {Snapshot} snapshot */
  constructor({ first, revision, messages }) {
    this.first = first;
    this.revision = revision;
    for (const message of messages) this.put(message);
  }

  /**
   * From the newest page, which was requested once the channel was known to be at `revision`.
   * @param {Message[]} page
   */
  static fromPage(revision, page) {
    const first = page.reduce((least, { sequence }) => Math.min(least, sequence), Infinity);
    return new MessageLog({ first: page.length ? first : 1, revision, messages: page });
  }

  /**
   * Stores a version of a message, unless a later one is known. A message before `first` stays hidden until the
   * messages between are there: the page that brings them may hold an earlier version of it.
   */
  put(message) {
    const known = this.#messages.get(message.sequence);
    if (!known || known.revision < message.revision) this.#messages.set(message.sequence, message);
  }

  /** Applies new, changed and removed messages. @param {Message[]} messages */
  apply(messages, revision) {
    for (const message of messages) this.put(message);
    this.revision = Math.max(this.revision, revision);
  }

  /** Adds the page right before `first`; one that does not adjoin it arrived too late. @param {Message[]} page */
  addOlder(page, isLast) {
    const sequences = page.map(({ sequence }) => sequence);
    if (page.length && Math.max(...sequences) !== this.first - 1) return;
    this.first = isLast ? 1 : Math.min(this.first, ...sequences);
    for (const message of page) this.put(message);
  }

  get isComplete() { return this.first === 1; }

  get(sequence) { return sequence < this.first ? undefined : this.#messages.get(sequence); }

  /** By sequence. @returns {Message[]} */
  list() {
    return [...this.#messages.values()].filter(({ sequence }) => sequence >= this.first)
      .sort((one, other) => one.sequence - other.sequence);
  }

  /** The sequence of the newest message; 0 without messages. */
  get last() { return Math.max(0, ...this.#messages.keys()); }

  /** The newest messages, at most `max`. @returns {Snapshot} */
  snapshot(max) {
    const messages = this.list();
    const newest = messages.slice(-max);
    return { first: newest.length < messages.length ? newest[0].sequence : this.first, revision: this.revision,
      messages: newest };
  }
}

/**
 * Which of two snapshots is stored, where two tabs each have one: the later; of two of the same revision the longer.
 * They are not merged, because the additional messages of the earlier one may be outdated.
 * @param {Snapshot | undefined} stored
 * @param {Snapshot} offered
 */
export function betterSnapshot(stored, offered) {
  if (!stored || offered.revision > stored.revision) return offered;
  if (offered.revision < stored.revision) return stored;
  return offered.first <= stored.first || offered.messages.length >= stored.messages.length ? offered : stored;
}
