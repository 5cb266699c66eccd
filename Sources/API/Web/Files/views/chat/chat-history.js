// The chat data that the device stores for a member, so that it is available at once and offline: the newest 300
// messages of each of 40 channels. Each member has a database, which `core/member-data.js` deletes when they log out.

import { chatDatabaseName } from '../../core/member-data.js';
import { betterSnapshot } from './message-log.js';
import { ObjectStores } from './object-stores.js';

const maxMessages = 300;
const maxChannels = 40;

export class ChatHistory {
  #stores = new ObjectStores();

  /** @param {string} account */
  static async open(account) {
    const history = new ChatHistory();
    await history.#stores.open(chatDatabaseName(account));
    return history;
  }

  /**
   * The messages of a channel, and since when they may be outdated.
   * @returns {Promise<(import('./message-log.js').Snapshot & {at: number}) | undefined>}
   */
  messages(channel) { return this.#stores.get('channels', channel); }

  /**
   * Stores the newest messages of a channel as they were at a time.
   * @param {import('./message-log.js').MessageLog} log
   */
  async storeMessages(channel, log, at) {
    const offered = log.snapshot(maxMessages);
    await this.#stores.change('channels', channel, (stored) => {
      const better = betterSnapshot(stored, offered);
      return better === stored ? { ...stored, at: Math.max(stored.at, at) } : { ...better, channel, at };
    });
    await this.#removeOldest();
  }

  /** Removes everything of a channel. */
  async remove(channel) {
    await this.#stores.change('channels', channel, () => undefined);
    await this.#stores.change('documents', `channel ${channel}`, () => undefined);
  }

  async #removeOldest() {
    if ((await this.#stores.count('channels')) <= maxChannels) return;
    const oldest = (await this.#stores.all('channels')).sort((one, other) => other.at - one.at).slice(maxChannels);
    for (const { channel } of oldest) await this.remove(channel);
  }

  /** A document of the server, and when it was stored. @returns {Promise<{value: any, at: number} | undefined>} */
  document(name) { return this.#stores.get('documents', name); }

  storeDocument(name, value) { return this.#stores.change('documents', name, () => ({ value, at: Date.now() })); }

  /** The unsent messages. @returns {Promise<import('./outbox.js').Job[]>} */
  jobs() { return this.#stores.all('jobs'); }

  addJob(job) { return this.#stores.change('jobs', job.key, () => job); }

  /** Stores a job again, unless another tab has removed it. Resolves to whether it is stored. */
  async storeJob(job) {
    let isStored = false;
    await this.#stores.change('jobs', job.key, (stored) => {
      isStored = stored !== undefined;
      return isStored ? job : undefined;
    });
    return isStored;
  }

  removeJob(key) { return this.#stores.change('jobs', key, () => undefined); }

  /** Removes a job unless the server may have received it. Resolves to whether it is gone. */
  async withdrawJob(key) {
    let isGone = true;
    await this.#stores.change('jobs', key, (stored) => {
      isGone = !stored?.isTried;
      return isGone ? undefined : stored;
    });
    return isGone;
  }

  close() { this.#stores.close(); }
}
