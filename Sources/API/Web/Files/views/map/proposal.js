// Proposing a booth that the map does not have: where it is, by the middle of the map, and then what it is.

import { get, send } from '../../core/api.js';
import { byId, element } from '../../core/dom.js';
import { go, loginAddress } from '../../core/navigation.js';
import { member } from '../../core/session.js';
import { boothName, formatDistance, loadTextsOfViews, localFields, text } from '../../core/texts.js';
import { closeRow, openDialog } from '../../widgets/dialog.js';
import { field, form } from '../../widgets/form.js';
import { notify } from '../../widgets/notice.js';

/** Booths that it may be, and how many are shown. */
const nearby = { radius: '50m', limit: 5 };

/**
 * Asks for the place, and then for the booth.
 * @param {() => {latitude: number, longitude: number} | null} center of the map
 * @param {{name: string}[]} brands
 */
export async function proposeBooth(center, brands) {
  if (!member()) return go(loginAddress());
  await loadTextsOfViews();
  const place = await pickPlace(center);
  if (!place) return;
  const neighbours = await neighboursOf(place);
  const isSent = await openDialog(text('proposal.title'), (close) => [
    neighbours.length > 0 && knownBooths(neighbours, () => close(false)),
    proposalForm(place, brands, () => close(true)), closeRow(close),
  ]);
  if (isSent) notify(text('proposal.sent'));
}

/** The middle of the map, once the person says so; null if they would rather not. */
function pickPlace(center) {
  byId('map').parentElement?.querySelector('.place-picker')?.dispatchEvent(new Event('cancel'));
  return new Promise((resolve) => {
    const end = (place) => {
      picker.remove();
      resolve(place);
    };
    const here = element('button', { type: 'button', class: 'button is-main', onclick: () => end(center()) },
      text('proposal.here'));
    const picker = element('div', { class: 'place-picker', role: 'group', 'aria-label': text('proposal.title') },
      element('span', { class: 'place-cross', 'aria-hidden': 'true' }),
      element('div', { class: 'place-bar' }, element('p', {}, text('proposal.move')),
        element('div', { class: 'actions' },
          element('button', { type: 'button', class: 'small', onclick: () => end(null) }, text('cancel')), here)));
    picker.addEventListener('cancel', () => end(null));
    picker.addEventListener('keydown', ({ key }) => { if (key === 'Escape') end(null); });
    byId('map').after(picker);
    here.focus();
  });
}

/** The booths that it may be; none if they cannot be loaded. */
async function neighboursOf({ latitude, longitude }) {
  try {
    const { booths } = await get('/api/booths/near',
      { lat: latitude, lon: longitude, ...nearby, fields: `name${localFields}` });
    return booths;
  } catch {
    return [];
  }
}

const knownBooths = (booths, close) => element('div', { class: 'proposal-known' },
  element('p', {}, text('proposal.known')),
  element('ul', { class: 'rows' }, ...booths.map((booth) => element('li', {},
    element('a', { href: `/booths/${booth.id}`, onclick: close },
      `${boothName(booth)} · ${formatDistance(booth.distance_m)}`)))));

function proposalForm({ latitude, longitude }, brands, onSent) {
  const line = (name, more = {}) => /** @type {HTMLInputElement} */ (element('input',
    { type: 'text', maxlength: '100', autocomplete: 'off', ...more, name }));
  const name = line('name', { required: true });
  const brand = line('brand', { list: 'proposal-brands' });
  const address = line('road_address', { maxlength: '200' });
  const hours = line('opening_hours');
  const price = line('price', { inputmode: 'numeric', maxlength: '9' });
  const note = /** @type {HTMLTextAreaElement} */ (element('textarea', { rows: '2', maxlength: '1000' }));
  const known = element('datalist', { id: 'proposal-brands' },
    ...brands.map((one) => element('option', { value: one.name })));
  return form({
    fields: [
      field('name', text('proposal.name'), name), field('brand', text('proposal.brand'), brand), known,
      field('road_address', text('proposal.address'), address),
      field('opening_hours', text('proposal.hours'), hours, text('proposal.hoursHint')),
      field('price', text('proposal.price'), price),
      field('note', text('proposal.note'), note, text('proposal.noteHint')),
    ],
    action: text('send'),
    submit: async () => {
      const digits = price.value.replace(/[^0-9]/g, '');
      await send('POST', '/api/proposals', {
        name: name.value.trim(), latitude, longitude, brand: brand.value.trim() || null,
        road_address: address.value.trim() || null, opening_hours: hours.value.trim() || null,
        price: digits ? Number(digits) : null, note: note.value.trim(),
      });
      onSent();
    },
  });
}
