// What the page shows, as the address bar holds it: `?at=37.4979,127.0276,15&brand=…&open=now&people=4&q=…&booth=3`.

/**
 * @typedef {object} Shown
 * @property {{latitude: number, longitude: number, zoom: number} | null} at the middle of the map
 * @property {string[]} brands
 * @property {'' | 'now' | '30' | '60' | '120'} open
 * @property {number} people 0 for any
 * @property {string} text
 * @property {number | null} booth
 */

export const openChoices = ['', 'now', '30', '60', '120'];
export const mostPeople = 8;

/** Reads an address; what is not right in it counts as not said. @returns {Shown} */
export function read(search = location.search) {
  const given = new URLSearchParams(search);
  const open = given.get('open') ?? '';
  const people = Number(given.get('people'));
  const booth = Number(given.get('booth'));
  return {
    at: place(given.get('at')),
    brands: given.getAll('brand').map((name) => name.trim()).filter(Boolean).slice(0, 20),
    open: /** @type {Shown['open']} */ (openChoices.includes(open) ? open : ''),
    people: Number.isInteger(people) && people > 0 && people <= mostPeople ? people : 0,
    text: (given.get('q') ?? '').slice(0, 100),
    booth: Number.isSafeInteger(booth) && booth > 0 ? booth : null,
  };
}

/** The address of what is shown. @param {Shown} shown */
export function written(shown) {
  const query = new URLSearchParams();
  if (shown.text) query.set('q', shown.text);
  for (const brand of shown.brands) query.append('brand', brand);
  if (shown.open) query.set('open', shown.open);
  if (shown.people) query.set('people', String(shown.people));
  if (shown.booth) query.set('booth', String(shown.booth));
  const parts = query.toString() ? [query.toString()] : [];
  // Commas stay as they are, so that a shared address can be read. About ten metres are exact enough for a map.
  if (shown.at) parts.push(`at=${shown.at.latitude.toFixed(4)},${shown.at.longitude.toFixed(4)},${shown.at.zoom}`);
  return parts.length ? `/?${parts.join('&')}` : '/';
}

/** Writes it down; `isStep` makes the browser's back button return to what was before. @param {Shown} shown */
export function write(shown, isStep = false) {
  // Answers may come after another view has taken the address bar.
  if (location.pathname !== '/') return;
  const address = written(shown);
  if (address === location.pathname + location.search) return;
  if (isStep) history.pushState({}, '', address);
  else history.replaceState(history.state, '', address);
}

function place(written) {
  const [latitude, longitude, zoom] = (written ?? '').split(',').map(Number);
  const isRight = Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 && Number.isInteger(zoom) && zoom >= 3 && zoom <= 19;
  return isRight ? { latitude, longitude, zoom } : null;
}
