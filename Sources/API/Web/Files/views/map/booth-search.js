// The lists of booths: asked of the server, and from what was kept of the last region where there is no network.

import { Unreachable, get } from '../../core/api.js';
import { metresBetween } from '../../core/distance.js';
import { getStored, setStored } from '../../core/storage.js';

/**
 * @typedef {object} Booth as the server tells it
 * @property {number} id
 * @property {string} name
 * @property {string | null} brand
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} [distance_m]
 */

const fields = 'name,brand,road_address,lot_address,latitude,longitude,phone,opening_hours,tags,cuts,shots,price,'
  + 'even_prints_only,capacity,status,last_verified,open';

/** The filters as every list of the server takes them. @param {import('./url-state.js').Shown} shown */
export function filters(shown, now = Date.now()) {
  const later = Number(shown.open);
  // Whole minutes: the moment of one list is that of its map.
  const arrival = () => new Date(Math.floor(now / 60_000 + later) * 60_000).toISOString();
  return {
    brand: shown.brands.join(','),
    open_at: shown.open === 'now' ? 'now' : later > 0 ? arrival() : null,
    people: shown.people || null,
  };
}

/** The nearest booths to a place, or to where a report of the location leads. @returns {Promise<Found>} */
export async function nearest(where, shown, limit) {
  const found = await get('/api/booths/near', { ...where, ...filters(shown), limit, fields }, 'list');
  const place = found.location ?? { latitude: Number(where.lat), longitude: Number(where.lon) };
  // A list that is narrowed would be a poor one to remember.
  if (!shown.brands.length && !shown.open && !shown.people) setStored('list', { at: Date.now(), place, booths: found.booths });
  return { booths: found.booths, place, at: null };
}

/** What was typed, best first. @returns {Promise<Found>} */
export async function matching(shown, place, limit) {
  const found = await get('/api/booths/search', { q: shown.text, ...filters(shown), limit, fields }, 'list');
  return { booths: measured(found.booths, place), place, at: null };
}

/**
 * @typedef {object} Found
 * @property {Booth[]} booths
 * @property {any} place where they were looked for from
 * @property {number | null} at when they were kept, where they are not of now
 */

/** The kept list from a place on, filtered as far as the device can; null where nothing was kept. @returns {Found | null} */
export function remembered(place, shown) {
  const list = getStored('list');
  if (!list) return null;
  const from = place ?? list.place;
  const folded = (name) => (name ?? '').toLowerCase().replaceAll(' ', '');
  const wanted = shown.brands.map(folded);
  const booths = measured(list.booths, from).filter((booth) =>
    (wanted.length === 0 || wanted.includes(folded(booth.brand)))
    && (!shown.people || !booth.capacity || booth.capacity >= shown.people)
    && (!shown.open || booth.open === 'open')
    && (!shown.text || folded(`${booth.name}${booth.brand}${booth.road_address}`).includes(folded(shown.text))));
  return { booths: booths.sort((one, other) => one.distance_m - other.distance_m), place: from, at: list.at };
}

/** One booth with all that is known of it. @returns {Promise<Booth>} */
export async function one(id) {
  try {
    return await get(`/api/booths/${id}`, {}, 'booth');
  } catch (failure) {
    const booth = getStored('list')?.booths.find((candidate) => candidate.id === id);
    if (failure instanceof Unreachable && booth) return booth;
    throw failure;
  }
}

/** The booths inside the bounds of a cluster that no zoom takes apart. */
export const inside = ([west, south, east, north], shown) =>
  get('/api/booths/in', { bbox: [west, south, east, north].join(','), ...filters(shown), limit: 50, fields }, 'list');

/** Booths with their distances from a place. */
export function measured(booths, place) {
  return booths.map((booth) => ({ ...booth, distance_m: metresBetween(place, booth) }));
}

/** Minutes on foot by a straight distance: a detour of 30 %, four kilometres an hour. */
export const minutesOnFoot = (straight) => Math.max(1, Math.round((straight * 1.3) / (4000 / 60)));
/** How far minutes on foot carry, straight. */
export const reach = (minutes) => (minutes * (4000 / 60)) / 1.3;
