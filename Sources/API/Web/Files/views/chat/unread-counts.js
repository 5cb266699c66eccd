// The number of unread messages and the newest message of a channel in the list, as messages arrive. No DOM.

/** @typedef {import('./message-log.js').Message} Message */

/**
 * Continues the count from the server's channel document. Messages arrive in the order of their revisions, so a later
 * message may come first: each is stored separately.
 */
export class UnreadCount {
  /** The newest version of each message since, by sequence. @type {Map<number, Message>} */
  #received = new Map();
  /** The sequences of unread messages of others that were there before and were removed since. @type {Set<number>} */
  #removed = new Set();

  /** @param {any} channel as the API sends it @param {string} me */
  constructor(channel, me) {
    this.base = channel;
    this.me = me;
    this.revision = channel.revision;
    this.newest = channel.newest;
  }

  /** Known revisions are ignored. @param {Message[]} messages */
  apply(messages, revision = 0) {
    for (const message of messages) {
      if (message.revision <= this.revision) continue;
      this.revision = message.revision;
      const { sequence } = message;
      if (sequence > this.base.last_sequence) this.#received.set(sequence, message);
      else if (message.removed_at && !this.#isMine(message) && sequence > this.base.read_sequence) {
        this.#removed.add(sequence);
      }
      if (sequence >= (this.newest?.sequence ?? 0)) {
        this.newest = message.removed_at ? this.#newestBefore(sequence) : message;
      }
    }
    this.revision = Math.max(this.revision, revision);
  }

  #isMine = ({ author }) => author?.id === this.me;

  /** The newest of the received messages before a sequence that is not removed. */
  #newestBefore(sequence) {
    const candidates = [...this.#received.values()].filter((it) => it.sequence < sequence && !it.removed_at);
    return candidates.reduce((newest, it) => (!newest || it.sequence > newest.sequence ? it : newest), null);
  }

  /** The channel as it is now. */
  get channel() {
    const received = [...this.#received.values()];
    // Sending a message marks everything before it as read.
    const ownLast = Math.max(0, ...received.filter(this.#isMine).map((it) => it.sequence));
    const read = Math.max(this.base.read_sequence, ownLast);
    const old = ownLast ? 0 : Math.max(0, this.base.unread_count - this.#removed.size);
    const fresh = received.filter((it) => !this.#isMine(it) && !it.removed_at && it.sequence > read).length;
    return {
      ...this.base, revision: this.revision, newest: this.newest, read_sequence: read, unread_count: old + fresh,
      last_sequence: Math.max(this.base.last_sequence, ...received.map((it) => it.sequence)),
    };
  }
}
