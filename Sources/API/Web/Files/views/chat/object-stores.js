// Named stores of values by keys: in IndexedDB, or in memory if the browser stores nothing.

const names = ['channels', 'documents', 'jobs'];
/** How long to wait for the database, in milliseconds. */
const openTimeout = 8_000;

export class ObjectStores {
  /** @type {IDBDatabase | null} */
  #database = null;
  /** @type {Record<string, Map<IDBValidKey, any>>} */
  #memory = Object.fromEntries(names.map((name) => [name, new Map()]));

  /** @param {string} name of the database */
  async open(name) {
    try {
      // Without this function the data could not be found again when its owner logs out.
      if (typeof indexedDB.databases !== 'function') return;
      const database = await withTimeout(openDatabase(name));
      // The owner logs out in another tab, which deletes the database: from now on nothing is stored.
      database.onversionchange = () => this.close();
      database.onclose = () => this.close();
      this.#database = database;
    } catch {
      // A private window, or a full disk: memory lasts as long as the page.
    }
  }

  close() {
    this.#database?.close();
    this.#database = null;
  }

  /**
   * Changes a value in one transaction.
   * @param {string} name of the store
   * @param {IDBValidKey} key
   * @param {(known: any) => any} change returns the new value; undefined removes it
   */
  async change(name, key, change) {
    const memory = this.#memory[name];
    let known = memory.get(key);
    const changeInMemory = () => {
      const value = change(known);
      if (value === undefined) memory.delete(key);
      else memory.set(key, value);
    };
    if (!this.#database) return changeInMemory();
    try {
      const transaction = this.#database.transaction(name, 'readwrite');
      const store = transaction.objectStore(name);
      const reading = store.get(key);
      reading.onsuccess = () => {
        known ??= reading.result;
        const value = change(known);
        if (value === undefined) store.delete(key);
        else store.put(value, key);
      };
      await completion(transaction);
      memory.delete(key);
    } catch {
      changeInMemory();
    }
  }

  /** @param {string} name @returns {Promise<any>} */
  async get(name, key) {
    return (await this.#read(name, (store) => store.get(key))) ?? this.#memory[name].get(key);
  }

  /** @param {string} name @returns {Promise<any[]>} */
  async all(name) {
    return [...((await this.#read(name, (store) => store.getAll())) ?? []), ...this.#memory[name].values()];
  }

  /** @param {string} name @returns {Promise<number>} */
  async count(name) {
    return ((await this.#read(name, (store) => store.count())) ?? 0) + this.#memory[name].size;
  }

  /** @param {(store: IDBObjectStore) => IDBRequest} request */
  async #read(name, request) {
    try {
      const pending = this.#database && request(this.#database.transaction(name).objectStore(name));
      return pending && (await answer(pending));
    } catch {
      return undefined;
    }
  }
}

/** Another page may block the database: after a while the chat starts without it. */
function withTimeout(opening) {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error('the database is blocked'));
    }, openTimeout);
    opening.then((database) => {
      clearTimeout(timer);
      if (isLate) database.close();
      else resolve(database);
    }, reject);
  });
}

function openDatabase(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    for (const store of names) request.result.createObjectStore(store);
  };
  return answer(request);
}

const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const completion = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = () => resolve(undefined);
  transaction.onerror = () => reject(transaction.error);
  transaction.onabort = () => reject(transaction.error);
});
