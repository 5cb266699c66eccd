// The entries below the search box: places, chains and booths for what is typed, and what was chosen before. Loaded
// when the box is first used.

import { get } from '../../core/api.js';
import { metresBetween } from '../../core/distance.js';
import { element } from '../../core/dom.js';
import { getStored, removeStored, setStored } from '../../core/storage.js';
import { brandName, formatDistance, language, text } from '../../core/texts.js';
import { icon } from '../../widgets/icon.js';
import { wholeHyphenated } from '../../widgets/unbroken.js';
import { brandDot } from './brand-colors.js';
import { lineColor } from './line-colors.js';
import { storedResults } from './stored-booths.js';
import { hasSeveral, isPlace, meaningful, shownPart, withoutWishes } from './text-parts.js';

/** @typedef {import('./search-box.js').SearchResult} SearchResult */
/** @typedef {import('./search-box.js').SearchBox} SearchBox */

const maxResults = 8;
const maxRecents = 6;
/** The chains that somebody is offered who has not searched yet. */
const maxFirstBrands = 3;
/** Metres within which something is here. */
const minDistance = 50;
/** Where the device keeps what was chosen. */
const storedName = 'recent-searches';
const icons = {
  region: 'map', station: 'route', place: 'map', booth: 'photo', address: 'map', recent: 'later', text: 'search',
  me: 'locate',
};

/** @param {SearchBox} box @param {string} typed */
export async function resultEntries(box, typed) {
  const position = box.events.position();
  // The server ranks by a position of about a hundred metres; the distances are from the exact one.
  const { results, interpretation: parts } = await get('/api/search', { q: typed, limit: maxResults,
    lat: position?.latitude?.toFixed(3), lon: position?.longitude?.toFixed(3) }, 'suggestions');
  return entriesOf(box, typed, results.map((result) => measured(result, position)), parts);
}

const measured = (result, position) => (result.distance_m === undefined || position?.latitude === undefined ? result
  : { ...result, distance_m: metresBetween(position, result) });

/** Without a network: the stored places and booths. @param {SearchBox} box @param {string} typed */
export async function storedEntries(box, typed) {
  const { results, parts } = await storedResults(typed, box.events.position(), maxResults);
  return entriesOf(box, typed, results, parts);
}

/** @param {SearchBox} box @param {string} typed @param {SearchResult[]} results */
function entriesOf(box, typed, results, parts) {
  const found = results.map((result) => entry(box, result, typed));
  const all = textEntry(box, typed, parts, results);
  return hasSeveral(parts) ? [all, ...found] : [...found, all];
}

/** What was chosen before; for somebody who has not searched yet, where to begin. @param {SearchBox} box */
export function firstEntries(box) {
  const recents = storedRecents();
  if (recents.length === 0) return beginnings(box);
  const clear = {
    content: [element('span', { class: 'faint' }, text('search.clearRecents'))],
    onChoose: () => {
      removeStored(storedName);
      box.suggest();
    },
  };
  return [...recents.map((result) => entry(box, result, '', true)), clear];
}

/** Near me, places where many go, and chains. @param {SearchBox} box */
function beginnings(box) {
  const plain = (sign, name, kind, onChoose) => ({
    content: [sign, element('b', {}, name), kind && element('span', { class: 'kind' }, kind)].filter(Boolean), onChoose,
  });
  const brands = box.events.brands().slice(0, maxFirstBrands);
  return [
    plain(icon(icons.me), text('useLocation'), '', () => {
      box.leave('');
      box.events.onLocate();
    }),
    ...text('search.popular').split(', ').map((name) =>
      plain(icon(icons.place), name, text('search.kind.popular'), () => box.search(name))),
    ...brands.map(({ name }) => plain(sign('brand', name), brandName(name), text('search.kind.brand'), () => {
      box.leave('');
      box.events.onBrand(name);
    })),
  ];
}

/** @param {SearchBox} box @param {SearchResult} result @param {string} typed */
function entry(box, result, typed, isRecent = false) {
  const [main, other] = language === 'ko' || !result.name_en ? [result.name, ''] : [result.name_en, result.name];
  const area = language === 'ko' ? result.area : result.area_en ?? result.area;
  const where = [other, area].filter(Boolean).join(' · ');
  const kind = text(isRecent ? 'search.recent' : `search.kind.${result.kind}`);
  const isFar = !isRecent && result.distance_m !== undefined && result.distance_m >= minDistance;
  const distance = isFar ? formatDistance(result.distance_m) : '';
  return {
    content: [sign(isRecent ? 'recent' : result.kind, result.name),
      element('b', {}, ...marked(main, typed), ...lineSigns(result.lines)),
      element('span', { class: 'faint' }, where),
      element('span', { class: 'kind' }, [kind, distance].filter(Boolean).join(' · '))],
    onChoose: () => {
      remember(result);
      box.choose(result);
    },
  };
}

/** What kind it is: an icon, for a chain its colour. */
const sign = (kind, name) => (kind === 'brand' ? brandDot(name) : icon(icons[kind]));

/** The lines of a station, each colour once: with its number, where it has one. @param {string[]} [lines] */
const lineSigns = (lines = []) => [...new Map(lines.map((line) => [lineColor(line), line]))].map(([color, line]) => {
  const made = element('span', { class: 'line-sign', title: line, 'aria-hidden': 'true' }, /(\d)호선$/.exec(line)?.[1]);
  made.style.setProperty('--line-color', color);
  return made;
});

/**
 * All booths that a text means: by its parts, where it has several.
 * @param {SearchBox} box @param {string} typed
 * @param {import('./text-parts.js').TextPart[]} [parts] @param {SearchResult[]} [results]
 */
function textEntry(box, typed, parts = [], results = []) {
  const several = hasSeveral(parts) && meaningful(parts).map(shownPart).join(' · ');
  return {
    content: [icon(icons.text), element('b', {}, several || text('search.text', { text: typed })),
      several && element('span', { class: 'kind' }, text('search.kind.all'))].filter(Boolean),
    onChoose: () => chooseText(box, typed, parts, results),
  };
}

/**
 * Wishes are filtered by. A single place or chain beside them is gone to.
 * @param {SearchBox} box @param {string} typed
 * @param {import('./text-parts.js').TextPart[]} parts @param {SearchResult[]} results
 */
function chooseText(box, typed, parts, results) {
  const { filters, rest, text: left } = withoutWishes(typed, parts);
  const [first] = rest;
  const isAlone = rest.length === 1 && Object.keys(filters).length > 0;
  const place = isAlone && isPlace(first)
    && results.find(({ kind, name }) => kind === first.kind && name === first.name);
  if (place) return box.choose(place, filters);
  box.leave(left);
  if (isAlone && first.kind === 'brand' && first.name) box.events.onBrand(first.name, filters);
  else box.events.onText(left, filters);
}

// MARK: Marked letters

const initials = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const [firstSyllable, lastSyllable, syllablesOfInitial] = [0xac00, 0xd7a3, 588];

/** The initial consonant of a syllable; any other letter in lower case. */
function initialOf(letter) {
  const code = letter.codePointAt(0) ?? 0;
  return code >= firstSyllable && code <= lastSyllable
    ? initials[Math.floor((code - firstSyllable) / syllablesOfInitial)] : letter.toLowerCase();
}

/** A name, with the letters marked that were typed: as they are, or as initial consonants. */
function marked(name, typed) {
  const wanted = typed.toLowerCase();
  const isInitials = [...wanted].every((letter) => initials.includes(letter));
  const letters = isInitials ? [...name].map(initialOf).join('') : name.toLowerCase();
  const start = wanted && letters.length === name.length ? letters.indexOf(wanted) : -1;
  if (start < 0) return wholeHyphenated(name);
  const end = start + wanted.length;
  return [...wholeHyphenated(name.slice(0, start)), element('mark', {}, name.slice(start, end)),
    ...wholeHyphenated(name.slice(end))];
}

// MARK: Recent searches

/** @returns {SearchResult[]} */
function storedRecents() {
  const stored = getStored(storedName);
  return Array.isArray(stored) ? stored.filter((result) => typeof result?.name === 'string').slice(0, maxRecents) : [];
}

/** @param {SearchResult} result */
function remember(result) {
  const isSame = (other) => other.kind === result.kind && other.name === result.name && other.area === result.area;
  const { distance_m: _, ...kept } = result;
  setStored(storedName, [kept, ...storedRecents().filter((other) => !isSame(other))].slice(0, maxRecents));
}
