// Texts about a booth that the list and the sheet share.

import { element } from '../../core/dom.js';
import { formatOpeningHours, hasText, language, text } from '../../core/texts.js';
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

/**
 * The address for a list, in the page's language if it is known: of what is near, only the neighbourhood or the road.
 */
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

/** The walking time; empty if it is unknown or long. */
export function walkingText({ distance_m: distance }) {
  const minutes = distance === undefined ? Infinity : walkingMinutes(distance);
  return minutes <= maxWalkingMinutes ? text('walk', { minutes }) : '';
}
