// The saved booths: those of the account; without one, those of this device, which a login adds to the account.

import { get, send } from './api.js';
import { member, onSessionChange } from './session.js';
import { getStored, removeStored, setStored } from './storage.js';
import { localFields } from './texts.js';

/** The most that a device stores, and that one login adds. */
const maxOnDevice = 100;
const fields = 'name,brand,road_address,lot_address,latitude,longitude,opening_hours,cuts,price,capacity,status';
/** What is not stored: whether a booth is open, of the moment of the answer, and what depends on the language. */
export const stateFields = `open,open_state${localFields}`;

/**
 * The booths of the account, latest first, and whose they are.
 * @type {{account: string, booths: Promise<any[]>} | null}
 */
let loaded = null;

const onDevice = () => (getStored('saved') ?? []).map(shown);

/** The saved booths, latest first. @returns {Promise<any[]>} */
export function savedBooths() {
  const account = member()?.id;
  if (!account) return Promise.resolve(onDevice());
  if (loaded?.account !== account) {
    const booths = merge().then(() => get('/api/me/booths', { fields: `${fields},${stateFields}` })).then((answer) => answer.booths);
    const current = { account, booths };
    loaded = current;
    booths.catch(() => { if (loaded === current) loaded = null; });
  }
  return loaded.booths;
}

/** Whether a booth is saved. */
export const isSaved = async (id) => (await savedBooths()).some((booth) => booth.id === id);

/** Saves a booth, or removes it. @param {any} booth with what lists show of it @param {boolean} isWanted */
export async function setSaved(booth, isWanted) {
  const others = (await savedBooths()).filter((other) => other.id !== booth.id);
  const booths = isWanted ? [booth, ...others] : others;
  if (!member()) return setStored('saved', booths.slice(0, maxOnDevice).map(shown));
  await send(isWanted ? 'PUT' : 'DELETE', `/api/me/booths/${booth.id}`);
  if (loaded) loaded.booths = Promise.resolve(booths);
  return undefined;
}

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

/** Adds what this device has saved to the account that logs in. */
export function followLogins() {
  const mergeIfMember = () => { if (member() && onDevice().length) savedBooths().catch(() => {}); };
  onSessionChange(() => {
    loaded = null;
    mergeIfMember();
  });
  mergeIfMember();
}
