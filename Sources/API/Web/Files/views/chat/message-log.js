// What is known of a channel, and how pages and news are merged into it. Nothing here touches the page.

/**
 * What somebody said, as the API tells it.
 * @typedef {{id: number, channel: number, sequence: number, revision: number, text: string, photos: string[],
 *   author: {id: string, nickname: string, photo: string | null} | null,
 *   created_at: string, edited_at: string | null, removed_at: string | null}} Message
 */

/**
 * What is kept of a channel: every message from `first` on as it stood at `revision` or later.
 * @typedef {{first: number, revision: number, messages: Message[]}} Snapshot
 */

/**
 * The messages of a channel from one on. All that happened to them up to `revision` is known; of two versions of a
 * message the later one counts, so that nothing is lost or doubled in whatever order pages, news and answers come.
 */
export class Log {
  /** @type {Map<number, Message>} */
  #messages = new Map();

  /** @param {Snapshot} snapshot */
  constructor({ first, revision, messages }) {
    this.first = first;
    this.revision = revision;
    for (const message of messages) this.put(message);
  }

  /** From the newest page, which was asked for after the channel was known to be at `revision`. @param {Message[]} page */
  static fresh(revision, page) {
    const first = page.reduce((least, { sequence }) => Math.min(least, sequence), Infinity);
    return new Log({ first: page.length ? first : 1, revision, messages: page });
  }

  /**
   * Takes a version of a message, unless a later one is known. One that lies before `first` waits until what is between
   * is there: the page that is on its way may hold an earlier version.
   */
  put(message) {
    const known = this.#messages.get(message.sequence);
    if (!known || known.revision < message.revision) this.#messages.set(message.sequence, message);
  }

  /** Takes what was missed since `revision`, or was just said, changed or removed. @param {Message[]} messages */
  take(messages, revision) {
    for (const message of messages) this.put(message);
    this.revision = Math.max(this.revision, revision);
  }

  /** Takes the page of messages right before `first`; one that does not adjoin it came too late. @param {Message[]} page */
  takeOlder(page, isLast) {
    const sequences = page.map(({ sequence }) => sequence);
    if (page.length && Math.max(...sequences) !== this.first - 1) return;
    this.first = isLast ? 1 : Math.min(this.first, ...sequences);
    for (const message of page) this.put(message);
  }

  get isWhole() { return this.first === 1; }

  get(sequence) { return sequence < this.first ? undefined : this.#messages.get(sequence); }

  /** By sequence. @returns {Message[]} */
  list() {
    return [...this.#messages.values()].filter(({ sequence }) => sequence >= this.first)
      .sort((one, other) => one.sequence - other.sequence);
  }

  /** The sequence of the newest message; 0 where there is none. */
  get last() { return Math.max(0, ...this.#messages.keys()); }

  /** At most so many of the newest messages. @returns {Snapshot} */
  snapshot(most) {
    const messages = this.list();
    const kept = messages.slice(-most);
    return { first: kept.length < messages.length ? kept[0].sequence : this.first, revision: this.revision, messages: kept };
  }
}

/**
 * Which of two snapshots of a channel is kept, where two tabs each have one: the later, and of two that are as late
 * the longer. They are not mixed, for what one has more may be out of date.
 * @param {Snapshot | undefined} kept
 * @param {Snapshot} offered
 */
export function preferred(kept, offered) {
  if (!kept || offered.revision > kept.revision) return offered;
  if (offered.revision < kept.revision) return kept;
  return offered.first <= kept.first || offered.messages.length >= kept.messages.length ? offered : kept;
}
