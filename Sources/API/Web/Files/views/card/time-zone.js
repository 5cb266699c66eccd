// By whose clocks the days pass, and the offer to take this device's.

import { send } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { getStored, setStored } from '../../core/storage.js';
import { language, text } from '../../core/texts.js';
import { whileBusy } from '../../widgets/notice.js';

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The offer above the card, and the note below it. */
export class Zone {
  /** @param {import('./card-store.js').Plan} plan @param {(card: object) => void} changed */
  constructor(plan, changed) {
    this.plan = plan;
    this.changed = changed;
    this.offer = element('div', { class: 'callout is-warning', role: 'group', 'aria-label': text('card.zone'), hidden: true });
    this.note = element('p', { class: 'note zone-note' });
    this.shown = '';
  }

  show() {
    const zone = this.plan.card.time_zone;
    const isOther = clock(zone) !== clock(here);
    const isAsked = isOther && getStored('zone-kept') !== here;
    const state = `${zone} ${isOther} ${isAsked}`;
    // Nothing is drawn anew below somebody's finger.
    if (state === this.shown) return;
    this.shown = state;
    this.offer.hidden = !isAsked;
    const values = { here: zoneName(here), card: zoneName(zone) };
    this.offer.replaceChildren(element('p', {}, text('card.zoneOther', values)), element('div', { class: 'actions' },
      this.taking(), element('button', { type: 'button', class: 'small', onclick: () => this.leave() }, text('card.zoneKeep'))));
    this.note.replaceChildren(text('card.zoneNote', values), ' ');
    if (isOther && !isAsked) this.note.append(this.taking());
  }

  taking() {
    const button = element('button', { type: 'button', class: 'small is-main' }, text('card.zoneTake'));
    button.addEventListener('click', () => whileBusy(button, async () => {
      this.changed(await send('PATCH', '/api/card', { time_zone: here }));
    }));
    return button;
  }

  leave() {
    setStored('zone-kept', here);
    this.show();
    /** @type {HTMLElement | null} */ (this.note.querySelector('button'))?.focus();
  }
}

/** What the clocks of a zone say now: zones with the same clocks need no choice. */
function clock(zone, now = Date.now()) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(now);
  } catch {
    return zone;
  }
}

/** A zone as people call it, and as the world's table does. */
function zoneName(zone) {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
    return name === zone ? zone : `${name} (${zone})`;
  } catch {
    return zone;
  }
}
