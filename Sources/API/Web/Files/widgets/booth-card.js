// A booth that a text links to, as a card.

import { get } from '../core/api.js';
import { boothOfPath } from '../core/navigation.js';
import { element } from '../core/dom.js';
import { boothName, language, text } from '../core/texts.js';
import { icon } from './icon.js';

const maxCards = 3;

/** Loaded booths by their numbers, each requested once. @type {Map<number, Promise<any>>} */
const booths = new Map();

/** @param {number} id */
export function loadBooth(id) {
  const booth = booths.get(id) ?? get(`/api/booths/${id}`);
  booths.set(id, booth);
  booth.catch(() => booths.delete(id));
  return booth;
}

/** The booth that an address of this service leads to; null for any other. @param {string} address */
function boothOfAddress(address) {
  try {
    const { origin, pathname, searchParams } = new URL(address);
    if (origin !== location.origin) return null;
    const number = pathname === '/' ? searchParams.get('booth') : null;
    return boothOfPath(number ? `/booths/${number}` : pathname);
  } catch {
    // Not every text with a beginning like that is an address.
    return null;
  }
}

/** The cards of the booths that addresses lead to, each once. @param {string[]} addresses */
export const boothCards = (addresses) =>
  [...new Set(addresses.map(boothOfAddress))].filter((id) => id !== null).slice(0, maxCards).map(boothCard);

/** A card, which shows the name and the address once they are loaded. @param {number} id */
export function boothCard(id) {
  const name = element('b', {}, text('feed.booth'));
  const about = element('span', { class: 'faint' });
  loadBooth(id).then((booth) => {
    name.textContent = boothName(booth);
    about.textContent = (language === 'en' && booth.address_en) || (booth.road_address ?? booth.lot_address ?? '');
  }, () => {});
  return element('a', { class: 'booth-card', href: `/booths/${id}` }, icon('map'),
    element('span', { class: 'words' }, name, about));
}
