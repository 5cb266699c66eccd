// What the sheet says of a booth beside the list: its hours by day, what a group pays, how far it is.

import { currencyOf } from '../../core/country.js';
import { element } from '../../core/dom.js';
import { formatDistance, formatMoney, text } from '../../core/texts.js';
import { walkingText } from './booth-facts.js';

/** The hours of the coming days, today first; null when unknown. @param {any[] | null | undefined} week */
export function hoursTable(week) {
  if (!week) return null;
  const row = (day, index) => element('tr', index === 0 ? { class: 'is-today', 'aria-current': 'date' } : {},
    element('th', { scope: 'row' }, dayName(day)), element('td', {}, ...hoursOf(day)));
  return element('table', { class: 'hours' },
    element('caption', { class: 'unseen' }, text('hours')), element('tbody', {}, ...week.map(row)));
}

function dayName({ weekday, date, holiday }) {
  const [, month, day] = date.split('-').map(Number);
  // Not broken between the day and its date.
  const name = `${text(weekday)}\u00a0${month}/${day}`;
  return holiday ? `${name} · ${text(`holiday.${holiday}`)}` : name;
}

function hoursOf({ hours }) {
  if (hours.length === 0) return [text('off')];
  return hours.flatMap(({ opens, closes, state }, index) => {
    const separator = index > 0 && ', ';
    const isWholeDay = opens === '00:00' && closes === '24:00';
    if (isWholeDay) return [separator, text(state === 'open' ? 'allDay' : 'hoursUnknown')];
    return [separator, element('span', { class: 'hours-range' }, `${opens}–${closes}`),
      state !== 'open' && ` (${text('hoursUnknown')})`];
  }).filter(Boolean);
}

/** What a group pays so that everybody gets a print; null when unknown. @param {any} booth @param {number} people */
export function partyPrice(booth, people) {
  const price = booth.party_prices?.find((known) => known.people === people);
  return price ? text('partyPrice', {
    people: text('people', { count: people }), amount: formatMoney(price.amount, currencyOf(booth)),
    count: price.prints,
  }) : null;
}

/** The distance and the walking time. */
export function distanceFacts(booth) {
  if (booth.distance_m === undefined) return [];
  const walk = walkingText(booth);
  return [element('span', { class: 'far' }, formatDistance(booth.distance_m)),
    walk && element('span', { class: 'walk-time' }, walk)].filter(Boolean);
}
