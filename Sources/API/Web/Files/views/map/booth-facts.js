// Texts about a booth that the list and the sheet share.

import { element } from '../../core/dom.js';
import { formatDistance, formatOpeningHours, formatWon, hasText, language, text } from '../../core/texts.js';
import { walkingMinutes } from './walking.js';

/** Longer walks are not shown in minutes. */
const maxWalkingMinutes = 30;

/** Whether it is open, in words: colour alone is not accessible. If the server has said so, until or from when. */
export function openingState(booth) {
  const { open_state: state } = booth;
  const key = `open_state.${state?.kind}`;
  if (state && hasText(key)) {
    const words = text(key, { time: state.time ?? '', day: state.weekday ? text(state.weekday) : '' });
    return element('span', { class: `opening is-${state.state}` }, words);
  }
  // Booths stored for use without a network say their hours only.
  const hours = booth.open === undefined && formatOpeningHours(booth.opening_hours);
  if (hours) return element('span', { class: 'opening is-unknown' }, hours);
  const plain = { open: 'open', closed: 'closed' }[booth.open] ?? 'openUnknown';
  return element('span', { class: `opening is-${booth.open ?? 'unknown'}` }, text(plain));
}

/** Farther away, the province and the city are worth their room in a list. */
const maxLocalDistance = 20_000;
const wideArea = /^(\S+(도|시|군|구)|서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주)$/;

/** The address in English, where the page is and it is known. */
export const englishAddress = ({ address_en: address }) => (language === 'en' && address) || null;

const wideEnglishArea = /-(do|si|gun|gu)$/;

/** The address for a list, in the page's language if it is known: of what is near, only the neighbourhood or the road. */
export function listAddress(booth) {
  const { road_address: road, lot_address: lot, distance_m: distance = Infinity } = booth;
  const english = englishAddress(booth);
  if (english) return distance > maxLocalDistance ? english : localEnglish(english);
  const address = road ?? lot ?? '';
  if (distance > maxLocalDistance) return address;
  const parts = address.split(' ');
  const start = parts.findIndex((part) => !wideArea.test(part));
  return start > 0 ? parts.slice(start).join(' ') : address;
}

function localEnglish(address) {
  const parts = address.split(', ');
  return parts.slice(0, parts.findIndex((part) => wideEnglishArea.test(part))).join(', ');
}

/** The hours of the coming days, today first; null when unknown. @param {any[] | null | undefined} week */
export function hoursTable(week) {
  if (!week) return null;
  const row = (day, index) => element('tr', index === 0 ? { class: 'is-today', 'aria-current': 'date' } : {},
    element('th', { scope: 'row' }, dayName(day)), element('td', {}, hoursOf(day)));
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
  if (hours.length === 0) return text('off');
  return hours.map(({ opens, closes, state }) => {
    const isWholeDay = opens === '00:00' && closes === '24:00';
    if (isWholeDay) return text(state === 'open' ? 'allDay' : 'hoursUnknown');
    return state === 'open' ? `${opens}–${closes}` : `${opens}–${closes} (${text('hoursUnknown')})`;
  }).join(', ');
}

/** What a group pays so that everybody gets a print; null when unknown. @param {any} booth @param {number} people */
export function partyPrice(booth, people) {
  const price = booth.party_prices?.find((known) => known.people === people);
  return price ? text('partyPrice',
    { people: text('people', { count: people }), amount: formatWon(price.amount), count: price.prints }) : null;
}

/** The distance and the walking time. */
export function distanceFacts(booth) {
  if (booth.distance_m === undefined) return [];
  const walk = walkingText(booth);
  return [element('span', { class: 'far' }, formatDistance(booth.distance_m)),
    walk && element('span', { class: 'walk-time' }, walk)].filter(Boolean);
}

/** The walking time; empty if it is unknown or long. */
export function walkingText({ distance_m: distance }) {
  const minutes = distance === undefined ? Infinity : walkingMinutes(distance);
  return minutes <= maxWalkingMinutes ? text('walk', { minutes }) : '';
}
