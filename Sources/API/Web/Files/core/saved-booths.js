// The saved booths: those of the account; without one, those of this device, which a login adds to the account.

import { get, send } from './api.js';
import { member, onSessionChange } from './session.js';
import { getStored, removeStored, setStored } from './storage.js';
import { localFields } from './texts.js';

/** The most that a device stores, and that one login adds. */
const maxOnDevice = 100;
const fields =
  'name,brand,road_address,lot_address,latitude,longitude,opening_hours,cuts,price,currency,capacity,status';
/** What is not stored: whether a booth is open, of the moment of the answer, and what depends on the language. */
export const stateFields = `open,open_state${localFields}`;

/**
 * The booths of the account, latest first, and whose they are.
 * @type {{account: string, booths: Promise<any[]>} | null}
 */
let loaded = null;

/**
 * What the member wants and the server has not confirmed yet, by the numbers of booths.
 * @type {Map<number, {booth: any, isWanted: boolean, work: Promise<void>}>}
 */
const pending = new Map();

const events = new EventTarget();
/** Tells other tabs that the account's booths have changed. */
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('fourcuts.saved') : null;

/**
 * Calls `listener` whenever booths are saved or removed, in this tab or another.
 * @param {() => void} listener @param {AbortSignal} [signal] until when
 */
export const onSavedChange = (listener, signal = undefined) => events.addEventListener('change', listener, { signal });

const onDevice = () => (getStored('saved') ?? []).map(shown);

/** The saved booths, latest first. @returns {Promise<any[]>} */
export async function savedBooths() {
  const account = member()?.id;
  if (!account) return onDevice();
  if (loaded?.account !== account) {
    // An account that has no room for those of the device still has its own.
    const booths = merge().catch(() => {}).then(() => get('/api/me/booths', { fields: `${fields},${stateFields}` }))
      .then((answer) => answer.booths);
    const current = { account, booths };
    loaded = current;
    booths.catch(() => { if (loaded === current) loaded = null; });
  }
  let booths = await loaded.booths;
  for (const { booth, isWanted } of pending.values()) booths = changed(booths, booth, isWanted);
  return booths;
}

/** Whether a booth is saved. */
export const isSaved = async (id) =>
  pending.get(id)?.isWanted ?? (await savedBooths()).some((booth) => booth.id === id);

/** Saves a booth, or removes it. Requests for one booth follow each other, so that the last wish counts. */
export async function setSaved(booth, isWanted) {
  if (!member()) {
    setStored('saved', changed(onDevice(), booth, isWanted).slice(0, maxOnDevice).map(shown));
    notifyChange();
    return;
  }
  const before = pending.get(booth.id)?.work ?? Promise.resolve();
  const work = before.catch(() => {}).then(() => store(booth, isWanted));
  const wish = { booth, isWanted, work };
  pending.set(booth.id, wish);
  notifyChange();
  try {
    await work;
  } finally {
    if (pending.get(booth.id) === wish) pending.delete(booth.id);
    notifyChange();
    tabs?.postMessage(null);
  }
}

async function store(booth, isWanted) {
  await send(isWanted ? 'PUT' : 'DELETE', `/api/me/booths/${booth.id}`);
  // What was loaded meanwhile may not have it yet.
  if (loaded) loaded.booths = loaded.booths.then((booths) => changed(booths, booth, isWanted));
}

const changed = (booths, booth, isWanted) => {
  const others = booths.filter((other) => other.id !== booth.id);
  return isWanted ? [booth, ...others] : others;
};

const notifyChange = () => events.dispatchEvent(new Event('change'));

/** What is stored of a booth: no distance, as that would be from the position of a person. */
const shown = (booth) => Object.fromEntries(Object.entries(booth).filter(([key]) =>
  key === 'id' || fields.split(',').includes(key)));

/** Adds the booths of this device to the account. What fails is tried again at the next visit. */
async function merge() {
  const booths = onDevice();
  if (booths.length === 0) return;
  await send('POST', '/api/me/booths', { booths: booths.slice(0, maxOnDevice).map(({ id }) => id) });
  removeStored('saved');
}

/** Adds what this device has saved to the account that logs in, and follows other tabs. */
export function followLogins() {
  const mergeIfMember = () => { if (member() && onDevice().length) savedBooths().catch(() => {}); };
  onSessionChange(() => {
    loaded = null;
    pending.clear();
    mergeIfMember();
    notifyChange();
  });
  tabs?.addEventListener('message', () => {
    loaded = null;
    notifyChange();
  });
  // Without an account the booths of the device are read anew each time.
  addEventListener('storage', ({ key }) => { if (key === 'fourcuts.saved') notifyChange(); });
  mergeIfMember();
}
