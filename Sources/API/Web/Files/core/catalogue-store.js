// Keeps the booths of the whole country on this device, and brings them up to date by their changes.

import { Problem, Unreachable } from './api.js';
import { CatalogueFile, InvalidCatalogue } from './catalogue-file.js';
import { Catalogue } from './catalogue.js';
import { getStored, setStored } from './storage.js';

const databaseName = 'fourcuts.catalogue';
const storeName = 'files';
/** The largest file that is fetched without being asked for, in bytes as they are sent. */
const maxUnaskedBytes = 2_000_000;
/** So many booths take more: the server need not make their file only to tell its size. */
const maxUnaskedBooths = 100_000;
/** Milliseconds between two updates. */
const updateInterval = 3_600_000;
/** What the user has decided: `saved` or `removed`. */
const wishName = 'all-booths';

/**
 * What is known of the stored files without reading them.
 * @typedef {object} StoredFiles
 * @property {string} version of the snapshot
 * @property {string} mark of that version
 * @property {string | null} tag the entity tag of the delta
 * @property {string | null} [placesTag] that of the places of the search
 * @property {number} at when the server was last asked for changes
 */

// MARK: Reading

/** @type {Promise<{catalogue: Catalogue, at: number} | null> | null} */
let opened = null;

/** The stored booths, and when they were up to date; null if none are stored, or the browser stores nothing. */
export function openCatalogue() {
  opened ??= open();
  return opened;
}

async function open() {
  try {
    const [about, snapshot, delta, places] = await read('about', 'snapshot', 'delta', 'places');
    if (about) {
      const changes = delta ? new CatalogueFile(delta) : null;
      return { catalogue: new Catalogue(new CatalogueFile(snapshot), changes, places), at: about.at };
    }
  } catch (failure) {
    if (failure instanceof InvalidCatalogue) await clear().catch(() => {});
  }
  opened = null;
  return null;
}

/** The bytes that saving all booths would take to send; null if that is unknown, or nothing can be stored. */
export async function catalogueSize() {
  try {
    await read('about');
    const response = await fetch('/api/catalogue/snapshot', { method: 'HEAD', cache: 'no-store' });
    return response.ok ? Number(response.headers.get('Content-Length')) || null : null;
  } catch {
    return null;
  }
}

// MARK: Keeping

/**
 * Stores the booths if they are few or the user wants them, and updates what is stored: now and each hour.
 * @param {number} count how many there are at least
 */
export function keepCatalogue(count) {
  const attempt = () => update(count).catch(() => {
    // Without a network, or without space: the next attempt may succeed.
  });
  setInterval(attempt, updateInterval);
  addEventListener('online', attempt);
  return attempt();
}

/** Stores the booths because the user asks for it. */
export async function saveCatalogue() {
  setStored(wishName, 'saved');
  await update(0, true);
}

/** Removes them for good: they do not come back by themselves. */
export async function removeCatalogue() {
  setStored(wishName, 'removed');
  await locked(clear);
}

/** One tab at a time. */
const locked = (work) => (navigator.locks ? navigator.locks.request(databaseName, work) : work());

/** @param {number} count how many booths there are at least @param {boolean} [isRequested] by the user, just now */
async function update(count, isRequested = false) {
  await locked(async () => {
    const wish = getStored(wishName);
    const savesData = /** @type {any} */ (navigator).connection?.saveData === true;
    if (wish === 'removed' || (savesData && wish !== 'saved')) return;
    /** @type {StoredFiles[]} */
    const [about] = await read('about');
    if (about && !isRequested && Date.now() - about.at < updateInterval) return;
    if (!about || !(await updateDelta(about))) {
      const size = wish === 'saved' ? 0 : count > maxUnaskedBooths ? Infinity : (await catalogueSize()) ?? Infinity;
      if (size > maxUnaskedBytes) return;
      await replaceSnapshot();
    }
    await updatePlaces();
  });
}

/** The places of the search, which change with the version of the server. */
async function updatePlaces() {
  const [about] = await read('about');
  const { status, tag, bytes } = await fetchFile('/api/places', about.placesTag);
  if (status !== 200) return;
  const { places } = JSON.parse(new TextDecoder().decode(bytes));
  await write({ places, about: { ...about, placesTag: tag } });
}

/** Resolves to false where only a new snapshot helps. @param {StoredFiles} about */
async function updateDelta(about) {
  const query = new URLSearchParams({ since: about.version, mark: about.mark });
  const answer = await fetchFile(`/api/catalogue/deltas?${query}`, about.tag);
  if (answer.status === 409) return false;
  const now = { ...about, at: Date.now() };
  if (answer.status === 304) {
    await write({ about: now });
  } else {
    const { base, baseMark } = await checked(answer);
    if (base !== about.version || baseMark !== about.mark) throw new InvalidCatalogue('a delta of another snapshot');
    await write({ about: { ...now, tag: answer.tag }, delta: answer.bytes });
  }
  return true;
}

async function replaceSnapshot() {
  const answer = await fetchFile('/api/catalogue/snapshot');
  const file = await checked(answer);
  // A delta would be refused.
  const { version, mark } = new Catalogue(file).snapshot;
  const [before] = await read('about');
  const about = { version, mark, tag: null, at: Date.now(), placesTag: before?.placesTag };
  await write({ about, snapshot: answer.bytes, delta: undefined });
}

// MARK: Fetching

async function fetchFile(path, tag = null) {
  try {
    // The browser's cache would keep a second copy.
    const response = await fetch(path, { cache: 'no-store', headers: tag ? { 'If-None-Match': tag } : {} });
    const bytes = response.status === 200 ? await response.arrayBuffer() : new ArrayBuffer(0);
    return { status: response.status, tag: response.headers.get('ETag'), bytes };
  } catch (failure) {
    throw new Unreachable(failure.message);
  }
}

/** The file of an answer. @throws Problem, InvalidCatalogue */
async function checked({ status, bytes }) {
  if (status !== 200) throw new Problem(status, null);
  const file = new CatalogueFile(bytes);
  if (!(await file.isWhole())) throw new InvalidCatalogue('another body than its header names');
  return file;
}

// MARK: The database

/** @returns {Promise<any[]>} the values of the keys, undefined where there is none */
const read = (...keys) => transact('readonly', (store) => keys.map((key) => store.get(key)));

/** Writes all values or none; undefined removes one. @param {Record<string, any>} values */
async function write(values) {
  await transact('readwrite', (store) => Object.entries(values).map(([key, value]) =>
    (value === undefined ? store.delete(key) : store.put(value, key))));
  opened = null;
}

const clear = () => write({ about: undefined, snapshot: undefined, delta: undefined, places: undefined });

/** @param {'readonly' | 'readwrite'} mode @param {(store: IDBObjectStore) => IDBRequest[]} work */
async function transact(mode, work) {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    const transaction = database.transaction(storeName, mode);
    const requests = work(transaction.objectStore(storeName));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
    return requests.map((request) => request.result);
  } finally {
    database.close();
  }
}
