// Texts about a booth that the list and the sheet share.

import { element } from '../../core/dom.js';
import { formatDistance, text } from '../../core/texts.js';
import { walkingMinutes } from './walking.js';

/** Longer walks are not shown in minutes. */
const maxWalkingMinutes = 90;

/** Whether it is open, in words: colour alone is not accessible. */
export function openingState(booth) {
  const key = { open: 'open', closed: 'closed' }[booth.open] ?? 'openUnknown';
  return element('span', { class: `opening is-${booth.open ?? 'unknown'}` }, text(key));
}

/** The distance and the walking time. */
export function distanceFacts(booth) {
  if (booth.distance_m === undefined) return [];
  const minutes = walkingMinutes(booth.distance_m);
  const walk = minutes <= maxWalkingMinutes && element('span', { class: 'walk-time' }, text('walk', { minutes }));
  return [element('span', { class: 'far' }, formatDistance(booth.distance_m)), walk].filter(Boolean);
}
