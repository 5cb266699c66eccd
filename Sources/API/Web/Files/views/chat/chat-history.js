// What was said, kept on this device, so that it can be read at once and without a network. Each person has a store of
// their own, which `member-data.js` removes when they log out. Bounded: of 40 channels the newest 300 messages each.

import { chatDatabaseName } from '../../core/member-data.js';
import { preferred } from './message-log.js';

const mostMessages = 300;
const mostChannels = 40;
/** In milliseconds. */
const patience = 8_000;

/** A few named shelves of values by keys: in IndexedDB, or in memory where the browser keeps nothing. */
class Shelves {
  /** @type {IDBDatabase | null} */
  #database = null;
  /** @type {Record<string, Map<IDBValidKey, any>>} */
  #memory = { channels: new Map(), documents: new Map(), jobs: new Map() };

  /** @param {string} name */
  async open(name) {
    try {
      // What could not be found again to be removed is not kept.
      if (typeof indexedDB.databases !== 'function') return;
      const database = await inTime(opened(name));
      // Somebody logs out in another tab: from here on nothing is kept.
      database.onversionchange = () => this.close();
      database.onclose = () => this.close();
      this.#database = database;
    } catch {
      // A private window, or a full disk: memory does for as long as the page is open.
    }
  }

  close() {
    this.#database?.close();
    this.#database = null;
  }

  /**
   * Does something in one transaction: `work` is given the shelf and what it holds under a key.
   * @param {string} shelf
   * @param {IDBValidKey} key
   * @param {(known: any) => any} change what to keep instead; undefined removes it
   */
  async change(shelf, key, change) {
    const memory = this.#memory[shelf];
    const inMemory = () => {
      const value = change(memory.get(key));
      if (value === undefined) memory.delete(key);
      else memory.set(key, value);
    };
    if (!this.#database) return inMemory();
    try {
      const transaction = this.#database.transaction(shelf, 'readwrite');
      const store = transaction.objectStore(shelf);
      const reading = store.get(key);
      reading.onsuccess = () => {
        const value = change(reading.result);
        if (value === undefined) store.delete(key);
        else store.put(value, key);
      };
      await finished(transaction);
    } catch {
      inMemory();
    }
  }

  /** @param {string} shelf @returns {Promise<any>} */
  async get(shelf, key) {
    return (await this.#read(shelf, (store) => store.get(key))) ?? this.#memory[shelf].get(key);
  }

  /** @param {string} shelf @returns {Promise<any[]>} */
  async all(shelf) {
    return [...((await this.#read(shelf, (store) => store.getAll())) ?? []), ...this.#memory[shelf].values()];
  }

  /** @param {string} shelf @returns {Promise<number>} */
  async count(shelf) {
    return ((await this.#read(shelf, (store) => store.count())) ?? 0) + this.#memory[shelf].size;
  }

  /** @param {(store: IDBObjectStore) => IDBRequest} ask */
  async #read(shelf, ask) {
    try {
      const request = this.#database && ask(this.#database.transaction(shelf).objectStore(shelf));
      return request && (await answered(request));
    } catch {
      return undefined;
    }
  }
}

/** A database that another page holds back is done without: the conversation does not wait for it. */
function inTime(opening) {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error('the history is held back'));
    }, patience);
    opening.then((database) => {
      clearTimeout(timer);
      if (isLate) database.close();
      else resolve(database);
    }, reject);
  });
}

const answered = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const finished = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = () => resolve(undefined);
  transaction.onerror = () => reject(transaction.error);
  transaction.onabort = () => reject(transaction.error);
});

function opened(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    for (const shelf of ['channels', 'documents', 'jobs']) request.result.createObjectStore(shelf);
  };
  return answered(request);
}

/** What is kept for one person. */
export class History {
  #shelves = new Shelves();

  /** @param {string} account */
  static async of(account) {
    const history = new History();
    await history.#shelves.open(chatDatabaseName(account));
    return history;
  }

  /** What is known of a channel, and since when. @returns {Promise<(import('./message-log.js').Snapshot & {at: number}) | undefined>} */
  read(channel) { return this.#shelves.get('channels', channel); }

  /** Keeps the newest messages of a channel as they stood at a moment. @param {import('./message-log.js').Log} log */
  async write(channel, log, at) {
    const offered = log.snapshot(mostMessages);
    await this.#shelves.change('channels', channel, (kept) => {
      const better = preferred(kept, offered);
      return better === kept ? { ...kept, at: Math.max(kept.at, at) } : { ...better, channel, at };
    });
    await this.#forgetOldest();
  }

  /** Keeps nothing of a channel any more. */
  async drop(channel) {
    await this.#shelves.change('channels', channel, () => undefined);
    await this.#shelves.change('documents', `channel ${channel}`, () => undefined);
  }

  async #forgetOldest() {
    if ((await this.#shelves.count('channels')) <= mostChannels) return;
    const oldest = (await this.#shelves.all('channels')).sort((one, other) => other.at - one.at).slice(mostChannels);
    for (const { channel } of oldest) await this.drop(channel);
  }

  /** A document of the server as it was last seen. @returns {Promise<{value: any, at: number} | undefined>} */
  document(name) { return this.#shelves.get('documents', name); }

  keepDocument(name, value) { return this.#shelves.change('documents', name, () => ({ value, at: Date.now() })); }

  /** What is to be sent yet. @returns {Promise<import('./outbox.js').Job[]>} */
  jobs() { return this.#shelves.all('jobs'); }

  keepJob(job) { return this.#shelves.change('jobs', job.key, () => job); }

  dropJob(key) { return this.#shelves.change('jobs', key, () => undefined); }

  close() { this.#shelves.close(); }
}
