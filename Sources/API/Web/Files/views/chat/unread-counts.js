// What is unread in a channel of the list, and what is newest there, as it changes. Nothing here touches the page.

/** @typedef {import('./message-log.js').Message} Message */

/**
 * Counts on from what the server told of a channel. News come in the order of revisions, so that of two messages the
 * later may be heard of first; each is therefore kept by itself.
 */
export class Tally {
  /** Said since: the newest version of each, by sequence. @type {Map<number, Message>} */
  #heard = new Map();
  /** Of what was there before: what was removed since, of others, and not read. @type {Set<number>} */
  #gone = new Set();

  /** @param {any} channel as the API tells it @param {string} me */
  constructor(channel, me) {
    this.base = channel;
    this.me = me;
    this.revision = channel.revision;
    this.newest = channel.newest;
  }

  /** What is known already changes nothing. @param {Message[]} news */
  take(news, revision = 0) {
    for (const message of news) {
      if (message.revision <= this.revision) continue;
      this.revision = message.revision;
      const { sequence } = message;
      if (sequence > this.base.last_sequence) this.#heard.set(sequence, message);
      else if (message.removed_at && !this.#isMine(message) && sequence > this.base.read_sequence) this.#gone.add(sequence);
      if (sequence >= (this.newest?.sequence ?? 0)) this.newest = message.removed_at ? this.#before(sequence) : message;
    }
    this.revision = Math.max(this.revision, revision);
  }

  #isMine = ({ author }) => author?.id === this.me;

  /** The newest of what was heard before a message and still stands. */
  #before(sequence) {
    const standing = [...this.#heard.values()].filter((it) => it.sequence < sequence && !it.removed_at);
    return standing.reduce((newest, it) => (!newest || it.sequence > newest.sequence ? it : newest), null);
  }

  /** The channel as it is now. */
  get channel() {
    const heard = [...this.#heard.values()];
    // Whoever says something has read what was before.
    const said = Math.max(0, ...heard.filter(this.#isMine).map((it) => it.sequence));
    const read = Math.max(this.base.read_sequence, said);
    const old = said ? 0 : Math.max(0, this.base.unread_count - this.#gone.size);
    const fresh = heard.filter((it) => !this.#isMine(it) && !it.removed_at && it.sequence > read).length;
    return {
      ...this.base, revision: this.revision, newest: this.newest, read_sequence: read, unread_count: old + fresh,
      last_sequence: Math.max(this.base.last_sequence, ...heard.map((it) => it.sequence)),
    };
  }
}
