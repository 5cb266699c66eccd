// Opening hours on the device: whether a booth is open, and until or from when, as the server's `OpeningHours` says
// it. It reads their normal form, by Korean clocks.

/** The public holidays of Korea, as the server has them. */
const holidays = new Map(Object.entries({
  2024: '0101 0209 0210 0211 0212 0301 0410 0505 0506 0515 0606 0815 0916 0917 0918 1001 1003 1009 1225',
  2025: '0101 0127 0128 0129 0130 0301 0303 0505 0506 0603 0606 0815 1003 1005 1006 1007 1008 1009 1225',
  2026: '0101 0216 0217 0218 0301 0302 0501 0505 0524 0525 0603 0606 0717 0815 0817 0924 0925 0926'
    + ' 1003 1005 1009 1225',
  2027: '0101 0206 0207 0208 0209 0301 0501 0503 0505 0513 0606 0717 0719 0815 0816 0914 0915 0916'
    + ' 1003 1004 1009 1011 1225 1227',
  2028: '0101 0126 0127 0128 0301 0501 0502 0505 0606 0717 0815 1002 1003 1004 1005 1009 1225',
  2029: '0101 0212 0213 0214 0301 0501 0505 0507 0520 0521 0606 0717 0815 0921 0922 0923 0924 1003 1009 1225',
  2030: '0101 0202 0203 0204 0205 0301 0501 0505 0506 0509 0606 0717 0815 0911 0912 0913 1003 1009 1225',
}).map(([year, days]) => [Number(year), new Set(days.split(' '))]));
/** Those of any other year. */
const fixedHolidays = new Set(['0101', '0301', '0501', '0505', '0606', '0717', '0815', '1003', '1009', '1225']);

const dayNames = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const everyDay = 0x7f;
const holidayBit = 0x80;
const koreanOffset = 540;
const dayMinutes = 1440;
/** Minutes before a change that is soon. */
const soon = 30;

/** @typedef {{days: number, spans: {start: number, end: number}[], state: string, replaces: boolean}} Rule */

/** The rules of a text, kept: many booths have the same hours. @type {Map<string, Rule[] | null>} */
const parsed = new Map();

/** @param {string | null | undefined} text @returns {Rule[] | null} null where it is unknown or not understood */
export function openingRules(text) {
  if (!text) return null;
  let rules = parsed.get(text);
  if (rules === undefined) {
    rules = parse(text);
    parsed.set(text, rules);
  }
  return rules;
}

/** @param {string} text */
function parse(text) {
  const parts = text.match(/(?:"[^"]*"|[^";,]|,(?! )|;(?! ))+|[;,] /g) ?? [];
  const rules = [];
  let isAdditional = false;
  for (const part of parts) {
    if (part === '; ' || part === ', ') isAdditional = part === ', ';
    else {
      const rule = parseRule(part, isAdditional);
      if (!rule) return null;
      rules.push(rule);
    }
  }
  return rules;
}

/** @param {string} text @param {boolean} isAdditional @returns {Rule | null} */
function parseRule(text, isAdditional) {
  const found = /^(24\/7)?((?:\b(?:Mo|Tu|We|Th|Fr|Sa|Su|PH)\b[-,]?)+)? ?([\d:,-]+)? ?(open|off|unknown)? ?("[^"]*")?$/
    .exec(text);
  if (!found) return null;
  const [, always, days, times, word, comment] = found;
  const state = word === 'off' ? 'closed' : word ?? (comment ? 'unknown' : 'open');
  const spans = times ? times.split(',').map(span) : always || state === 'open' ? [{ start: 0, end: dayMinutes }] : [];
  return { days: days ? bitsOf(days) : everyDay, spans, state,
    replaces: !isAdditional && (state !== 'closed' || spans.length === 0) };
}

/** @param {string} days such as `Mo-We,Sa,PH`; a range may cross Sunday */
function bitsOf(days) {
  let bits = 0;
  for (const part of days.split(',')) {
    const [first, last = first] = part.split('-').map((name) => dayNames.indexOf(name));
    if (part === 'PH') bits |= holidayBit;
    else for (let day = first; ; day = (day + 1) % 7) {
      bits |= 1 << day;
      if (day === last) break;
    }
  }
  return bits;
}

/** Minutes from midnight; those of a night are of the next day. @param {string} written */
function span(written) {
  const [start, end] = written.split('-').map((clock) => {
    const [hour, minute] = clock.split(':').map(Number);
    return hour * 60 + minute;
  });
  return { start, end: end <= start ? end + dayMinutes : end };
}

// MARK: At an instant

/** The Korean day since 1970 and the minute of an instant. @param {number} instant in milliseconds */
function koreanTime(instant) {
  const minutes = Math.floor(instant / 60_000) + koreanOffset;
  const day = Math.floor(minutes / dayMinutes);
  return { day, minute: minutes - day * dayMinutes };
}

/** 1970-01-01 was a Thursday. */
const weekday = (day) => (((day + 3) % 7) + 7) % 7;

/** The days of rules that a day is one of. */
function dayBits(day) {
  const date = new Date(day * 86_400_000);
  const name = date.toISOString().slice(5, 10).replace('-', '');
  const isHoliday = (holidays.get(date.getUTCFullYear()) ?? fixedHolidays).has(name);
  return (1 << weekday(day)) | (isHoliday ? holidayBit : 0);
}

/** @param {Rule[]} rules @param {number} today as bits @param {number} yesterday as bits @param {number} minute */
function stateOn(rules, today, yesterday, minute) {
  const replacing = (day) => rules.reduce((last, rule, index) => (rule.replaces && rule.days & day ? index : last), 0);
  const [first, firstBefore] = [replacing(today), replacing(yesterday)];
  let state = 'closed';
  rules.forEach((rule, index) => {
    if (index < first) return;
    const starts = rule.days & today && covers(rule, minute);
    const spills = index >= firstBefore && rule.days & yesterday && covers(rule, minute + dayMinutes);
    if (starts || spills) state = rule.state;
  });
  return state;
}

const covers = ({ spans }, minute) =>
  (spans.length === 0 ? minute < dayMinutes : spans.some(({ start, end }) => minute >= start && minute < end));

/** `open`, `closed` or `unknown`. @param {Rule[]} rules @param {number} instant in milliseconds */
export function openState(rules, instant) {
  const { day, minute } = koreanTime(instant);
  return stateOn(rules, dayBits(day), dayBits(day - 1), minute);
}

/** What lists say of it, as the server's `open_state`. @param {Rule[]} rules @param {number} instant in milliseconds */
export function openOutlook(rules, instant) {
  const state = openState(rules, instant);
  const now = koreanTime(instant);
  const change = nextChange(rules, state, now);
  const kind = kindOf(state, change, now);
  return { kind, state, time: change && clock(change.minute), weekday: change && dayNames[weekday(change.day)] };
}

/** The next change of the coming week; null if there is none. */
function nextChange(rules, state, now) {
  const minutes = [...new Set([0, ...rules.flatMap(({ spans }) =>
    spans.flatMap(({ start, end }) => [start, end % dayMinutes]))])].sort((one, other) => one - other);
  for (let day = now.day; day <= now.day + 8; day += 1) {
    for (const minute of minutes) {
      if (day === now.day && minute <= now.minute) continue;
      const then = stateOn(rules, dayBits(day), dayBits(day - 1), minute);
      if (then !== state) return { day, minute, state: then };
    }
  }
  return null;
}

function kindOf(state, change, now) {
  const minutes = change ? (change.day - now.day) * dayMinutes + change.minute - now.minute : Infinity;
  if (state === 'open' && change?.state === 'closed') {
    return minutes <= soon ? 'closes_soon' : minutes < dayMinutes ? 'open_until' : 'open';
  }
  if (state !== 'closed' || change?.state !== 'open') return state;
  if (minutes <= soon) return 'opens_soon';
  const days = change.day - now.day;
  return days === 0 ? 'opens_today' : days === 1 ? 'opens_tomorrow' : days < 7 ? 'opens_on_day' : 'closed';
}

const clock = (minutes) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
