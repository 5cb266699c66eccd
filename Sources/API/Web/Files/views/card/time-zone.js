// The time zone by which the days of the card begin, and the offer to change to the device's.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { getStored, setStored } from '../../core/storage.js';
import { language, text } from '../../core/texts.js';
import { whileBusy } from '../../widgets/notice.js';

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The offer above the card, and the note below it. */
export class TimeZoneChoice {
  /** @param {import('./card-store.js').CardStore} store @param {(card: object) => void} onChange */
  constructor(store, onChange) {
    this.store = store;
    this.onChange = onChange;
    this.offer = element('div',
      { class: 'callout is-warning', role: 'group', 'aria-label': text('card.zone'), hidden: true });
    this.note = element('p', { class: 'note zone-note' });
    this.drawnState = '';
  }

  show() {
    const zone = this.store.card.time_zone;
    const isOther = clockIn(zone) !== clockIn(deviceZone);
    const isOffered = isOther && getStored('zone-kept') !== deviceZone;
    const state = `${zone} ${isOther} ${isOffered}`;
    // A button that is being pressed must not be replaced.
    if (state === this.drawnState) return;
    this.drawnState = state;
    this.offer.hidden = !isOffered;
    const values = { here: zoneName(deviceZone), card: zoneName(zone) };
    this.offer.replaceChildren(element('p', {}, text('card.zoneOther', values)), element('div', { class: 'actions' },
      this.changeButton(),
        element('button', { type: 'button', class: 'small', onclick: () => this.decline() }, text('card.zoneKeep'))));
    this.note.replaceChildren(text('card.zoneNote', values), ' ');
    if (isOther && !isOffered) this.note.append(this.changeButton());
  }

  changeButton() {
    const button = element('button', { type: 'button', class: 'small is-main' }, text('card.zoneTake'));
    button.addEventListener('click', () => whileBusy(button, async () => {
      this.onChange(await send('PATCH', '/api/card', { time_zone: deviceZone }));
    }));
    return button;
  }

  decline() {
    setStored('zone-kept', deviceZone);
    this.show();
    /** @type {HTMLElement | null} */ (this.note.querySelector('button'))?.focus();
  }
}

/** The date and time in a zone: zones with the same time need no choice. */
function clockIn(zone, now = Date.now()) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(now);
  } catch {
    return zone;
  }
}

/** The common name of a zone, and its identifier. */
function zoneName(zone) {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
    return name === zone ? zone : `${name} (${zone})`;
  } catch {
    return zone;
  }
}
