// Opening hours on the device: whether a booth is open, and until or from when, as the server's `OpeningHours` says
// it. It reads their normal form, by Korean clocks and holidays.

/** The public holidays of Korea, as the server has them. */
const holidays = new Map(Object.entries({
  2024: '0101 0209 0210 0211 0212 0301 0410 0505 0506 0515 0606 0815 0916 0917 0918 1001 1003 1009 1225',
  2025: '0101 0127 0128 0129 0130 0301 0303 0505 0506 0603 0606 0815 1003 1005 1006 1007 1008 1009 1225',
  2026: '0101 0216 0217 0218 0301 0302 0501 0505 0524 0525 0603 0606 0717 0815 0817 0924 0925 0926'
    + ' 1003 1005 1009 1225',
  2027: '0101 0206 0207 0208 0209 0301 0501 0503 0505 0513 0606 0717 0719 0815 0816 0914 0915 0916'
    + ' 1003 1004 1009 1011 1225 1227',
  2028: '0101 0126 0127 0128 0301 0412 0501 0502 0505 0606 0717 0815 1002 1003 1004 1005 1009 1225',
  2029: '0101 0212 0213 0214 0301 0501 0505 0507 0520 0521 0606 0717 0815 0921 0922 0923 0924 1003 1009 1225',
  2030: '0101 0202 0203 0204 0205 0301 0327 0501 0505 0506 0509 0606 0612 0717 0815 0911 0912 0913 1003 1009 1225',
}).map(([year, days]) => [Number(year), new Set(days.split(' '))]));
/** Those of any other year. */
const fixedHolidays = new Set(['0101', '0301', '0501', '0505', '0606', '0717', '0815', '1003', '1009', '1225']);

const dayNames = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const everyDay = 0x7f;
const holidayBit = 0x80;
const koreanOffset = 540;
const dayMinutes = 1440;
/** Minutes before a change that is soon. */
const soon = 30;

/**
 * A time of day: minutes from midnight, or from an event of the sun.
 * @typedef {{minutes: number, event: string | null}} Time
 * @typedef {{start: Time, end: Time | null, isOpenEnd: boolean}} Span
 * @typedef {{year: number | null, month: number, date: number, weekday: number, sign: number,
 *   offset: number}} DatePoint
 * @typedef {{first: DatePoint, last: DatePoint | null, isOpenEnd: boolean}} Dates
 * @typedef {{first: number, last: number, step: number}} Numbers
 * @typedef {{weekday: number, weeks: number[], offset: number}} Monthly
 * @typedef {{isSchool: boolean, offset: number}} Holiday
 * @typedef {{bits: number, monthly: Monthly[], holidays: Holiday[]}} Days
 * @typedef {{years: Numbers[], dates: Dates[], weeks: Numbers[], days: Days, required: Holiday[], spans: Span[],
 *   state: string, separator: string, replaces: boolean}} Rule
 * @typedef {{latitude: number, longitude: number}} Place
 */

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

// MARK: Parsing

const weekdayForm = `(?:${dayNames.join('|')})`;
const offsetForm = '(?: [+-]\\d+ days?)?';
const dayForm = `(?:PH|SH|${weekdayForm}(?:-${weekdayForm}|\\[[-\\d,]+\\])?)${offsetForm}`;
const pointForm = `(?:\\d{4} )?(?:(?:${monthNames.join('|')})(?: \\d\\d(?![\\d:]))?|easter)`
  + `(?: [+-]${weekdayForm})?${offsetForm}`;
const rangeForm = `${pointForm}(?:-${pointForm}|\\+)?`;
const eventForm = '(?:dawn|sunrise|sunset|dusk)';
const timeForm = `(?:\\d\\d:\\d\\d|${eventForm}|\\(${eventForm}[+-]\\d\\d:\\d\\d\\))`;
const spanForm = `${timeForm}(?:\\+|-${timeForm}\\+?(?:/\\d\\d:\\d\\d)?)`;
const listOf = (form) => new RegExp(`^${form}(?:,${form})*(?= |$)`);
const forms = {
  years: listOf('\\d{4}(?:\\+|-\\d{4}(?:/\\d+)?)?'), dates: listOf(rangeForm), weeks: /^week [\d,/-]+(?= |$)/,
  days: listOf(dayForm), times: listOf(spanForm), range: new RegExp(rangeForm, 'g'), day: new RegExp(dayForm, 'g'),
};

/** @param {string} text */
function parse(text) {
  const parts = text.match(/(?:"[^"]*"|[^";,|]|,(?! )|;(?! )|\|(?!\|))+|[;,] |\|\| /g) ?? [];
  const rules = [];
  let separator = ';';
  for (const part of parts) {
    if (part === '; ' || part === ', ' || part === '|| ') separator = part.trim();
    else {
      const rule = parseRule(part.trim(), separator);
      if (!rule) return null;
      rules.push(rule);
    }
  }
  return rules;
}

/** @param {string} text @param {string} separator @returns {Rule | null} */
function parseRule(text, separator) {
  let rest = text;
  const take = (form) => {
    const found = form.exec(rest)?.[0] ?? '';
    rest = rest.slice(found.length).trimStart();
    return found;
  };
  const always = take(/^24\/7(?= |$)/);
  take(/^"[^"]*":/);
  // A year before a date belongs to the date.
  const years = forms.dates.test(rest) ? '' : take(forms.years);
  const dates = take(forms.dates);
  const weeks = take(forms.weeks);
  let days = parseDays(take(forms.days));
  // `PH Mo-Fr`
  const areHolidays = days && (days.bits & everyDay) === 0 && days.monthly.length === 0;
  const required = areHolidays ? parseDays(take(forms.days)) : null;
  const times = take(forms.times);
  const word = take(/^(?:open|off|unknown)(?= |$)/);
  const comment = take(/^"[^"]*"$/);
  if (rest) return null;
  const state = word === 'off' ? 'closed' : word || (comment ? 'unknown' : 'open');
  const spans = times ? times.split(',').map(parseSpan)
    : always || state === 'open' ? [wholeDay] : [];
  let demanded = [];
  if (required) {
    demanded = days.holidays;
    if (days.bits & holidayBit) demanded = [{ isSchool: false, offset: 0 }, ...demanded];
    days = required;
  }
  return {
    years: years ? years.split(',').map(parseNumbers) : [], dates: (dates.match(forms.range) ?? []).map(parseDates),
    weeks: weeks ? weeks.slice(5).split(',').map(parseNumbers) : [],
    days: days ?? { bits: everyDay, monthly: [], holidays: [] }, required: demanded, spans, state, separator,
    replaces: separator === ';' && (state !== 'closed' || spans.length === 0),
  };
}

/** @type {Span} */
const wholeDay = { start: { minutes: 0, event: null }, end: { minutes: dayMinutes, event: null }, isOpenEnd: false };

/** `2026`, `2026+`, `1-10/2` @param {string} text */
function parseNumbers(text) {
  const [range, step = '1'] = text.split('/');
  const [first, last = first] = range.split('-').map((number) => parseInt(number, 10));
  return { first, last: text.endsWith('+') ? Infinity : last, step: Number(step) };
}

/** @param {string} text */
function parseDates(text) {
  const [first, last] = text.match(new RegExp(pointForm, 'g')) ?? [];
  return { first: parsePoint(first), last: last ? parsePoint(last) : null, isOpenEnd: text.endsWith('+') };
}

/** Easter has the month 0, a whole month the date 0. @param {string} text */
function parsePoint(text) {
  const [, year, month, date, sign, weekday, offset] =
    /^(?:(\d{4}) )?(\w+)(?: (\d\d))?(?: ([+-])(Mo|Tu|We|Th|Fr|Sa|Su))?(?: ([+-]\d+) days?)?$/.exec(text) ?? [];
  return { year: year ? Number(year) : null, month: monthNames.indexOf(month) + 1, date: Number(date ?? 0),
    weekday: dayNames.indexOf(weekday), sign: sign === '-' ? -1 : 1, offset: Number(offset ?? 0) };
}

/** @param {string} text such as `Mo-We,Sa[1],PH`; a range may cross Sunday @returns {Days | null} */
function parseDays(text) {
  if (!text) return null;
  const days = { bits: 0, monthly: /** @type {Monthly[]} */ ([]), holidays: /** @type {Holiday[]} */ ([]) };
  for (const part of text.match(forms.day) ?? []) {
    const [, name, end, weeks, moved] =
      /^(\w\w)(?:-(\w\w))?(?:\[([-\d,]+)\])?(?: ([+-]\d+) days?)?$/.exec(part) ?? [];
    const offset = Number(moved ?? 0);
    const first = dayNames.indexOf(name);
    if (name === 'PH' && offset === 0) days.bits |= holidayBit;
    else if (first < 0) days.holidays.push({ isSchool: name === 'SH', offset });
    else if (weeks) days.monthly.push({ weekday: first, weeks: weeks.split(',').map(Number), offset });
    else for (let day = first, last = end ? dayNames.indexOf(end) : first; ; day = (day + 1) % 7) {
      days.bits |= 1 << day;
      if (day === last) break;
    }
  }
  return days;
}

/** @param {string} written @returns {Span} */
function parseSpan(written) {
  const [start, end] = (written.match(new RegExp(timeForm, 'g')) ?? []).map((time) => {
    const event = /[a-z]+/.exec(time)?.[0] ?? null;
    const [hour, minute] = (/\d\d:\d\d/.exec(time)?.[0] ?? '0:0').split(':').map(Number);
    return { minutes: (time.includes('-') ? -1 : 1) * (hour * 60 + minute), event };
  });
  return { start, end: end ?? null, isOpenEnd: written.endsWith('+') };
}

// MARK: Days

/** The Korean day since 1970 and the minute of an instant. @param {number} instant in milliseconds */
function koreanTime(instant) {
  const minutes = Math.floor(instant / 60_000) + koreanOffset;
  const day = Math.floor(minutes / dayMinutes);
  return { day, minute: minutes - day * dayMinutes };
}

/** 1970-01-01 was a Thursday. @param {number} day */
const weekday = (day) => (((day + 3) % 7) + 7) % 7;

/** @param {number} year @param {number} month 1 to 12 @param {number} date */
const dayOf = (year, month, date) => Math.floor(Date.UTC(year, month - 1, date) / 86_400_000);

/** @param {number} year @param {number} month */
const daysIn = (year, month) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** @param {number} day */
function isHoliday(day) {
  const date = new Date(day * 86_400_000);
  const name = date.toISOString().slice(5, 10).replace('-', '');
  return (holidays.get(date.getUTCFullYear()) ?? fixedHolidays).has(name);
}

/** What rules ask of a day. @param {number} day */
function factsOf(day) {
  const date = new Date(day * 86_400_000);
  return { day, year: date.getUTCFullYear(), bits: (1 << weekday(day)) | (isHoliday(day) ? holidayBit : 0) };
}

/** The week by ISO 8601: that of the year's first Thursday is the first. @param {number} day */
function weekOf(day) {
  const thursday = day - weekday(day) + 3;
  return Math.floor((thursday - dayOf(new Date(thursday * 86_400_000).getUTCFullYear(), 1, 1)) / 7) + 1;
}

/** Easter Sunday, as the server counts it. @param {number} year */
function easter(year) {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100];
  const moons = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moons + 15) % 30;
  const days = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const sum = epact + days - 7 * Math.floor((golden + 11 * epact + 22 * days) / 451) + 114;
  return dayOf(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/**
 * The day of a point in a year: of a month the first or the last.
 * @param {DatePoint} point @param {number} year @param {boolean} isEnd
 */
function dayOfPoint({ month, date, weekday: wanted, sign, offset }, year, isEnd) {
  let day;
  if (month === 0) day = easter(year);
  else if (date === 0) day = dayOf(year, month, isEnd ? daysIn(year, month) : 1);
  else day = dayOf(year, month, isEnd ? Math.min(date, daysIn(year, month)) : date);
  if (wanted >= 0) {
    const distance = (wanted - weekday(day) + 7) % 7;
    day += sign > 0 ? distance : ((distance + 6) % 7) - 6;
  }
  return day + offset;
}

/** @param {Dates} dates */
function datesContain({ first, last, isOpenEnd }, { day, year }) {
  const reachesFar = isOpenEnd || last?.year != null;
  return [year - 1, year, year + 1].some((candidate) => {
    const start = first.year ?? candidate;
    if (first.year !== null && start !== candidate && !reachesFar) return false;
    const from = dayOfPoint(first, start, false);
    if (day < from) return false;
    if (isOpenEnd) return first.year !== null || year === start;
    if (!last) return day <= dayOfPoint(first, start, true);
    const to = dayOfPoint(last, last.year ?? start, true);
    return day <= (to >= from || last.year !== null ? to : dayOfPoint(last, start + 1, true));
  });
}

/** @param {Numbers} years */
const yearsContain = ({ first, last, step }, year) => year >= first && year <= last && (year - first) % step === 0;

/** @param {Numbers} weeks */
function weeksContain({ first, last, step }, week) {
  const isInside = first <= last ? week >= first && week <= last : week >= first || week <= last;
  return isInside && (week >= first ? week - first : week + 53 - first) % step === 0;
}

/** @param {Monthly} days */
function monthlyContains({ weekday: wanted, weeks, offset }, moved) {
  const day = moved - offset;
  if (weekday(day) !== wanted) return false;
  const date = new Date(day * 86_400_000);
  const number = date.getUTCDate();
  const after = Math.floor((daysIn(date.getUTCFullYear(), date.getUTCMonth() + 1) - number) / 7) + 1;
  return weeks.includes(Math.floor((number - 1) / 7) + 1) || weeks.includes(-after);
}

/** @param {Rule} rule */
function matches({ years, dates, weeks, days, required }, facts, isSchoolHoliday) {
  const isOff = ({ isSchool, offset }) => (isSchool ? isSchoolHoliday : isHoliday(facts.day - offset));
  return (years.length === 0 || years.some((it) => yearsContain(it, facts.year)))
    && (dates.length === 0 || dates.some((it) => datesContain(it, facts)))
    && (weeks.length === 0 || weeks.some((it) => weeksContain(it, weekOf(facts.day))))
    && (required.length === 0 || required.some(isOff))
    && (Boolean(days.bits & facts.bits) || days.monthly.some((it) => monthlyContains(it, facts.day))
      || days.holidays.some(isOff));
}

// MARK: Times

/** Where there is no place, or no sun on that day. */
const usualSun = { dawn: 360, sunrise: 420, sunset: 1140, dusk: 1200 };

/** The minute of an event of the sun on a day, as the server counts it. @param {Place | undefined} place */
function sunMinute(event, day, place) {
  if (!place) return usualSun[event];
  const [latitude, longitude] = [place.latitude, place.longitude].map((degrees) => Math.round(degrees * 2) / 2);
  const radians = Math.PI / 180;
  const noon = day - 10_957 + 0.0009 - longitude / 360;
  const anomaly = (357.5291 + 0.98560028 * noon) * radians;
  const centre = 1.9148 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly) + 0.0003 * Math.sin(3 * anomaly);
  const ecliptic = anomaly + (centre + 180 + 102.9372) * radians;
  const transit = noon + 0.0053 * Math.sin(anomaly) - 0.0069 * Math.sin(2 * ecliptic);
  const declination = Math.sin(ecliptic) * Math.sin(23.4397 * radians);
  const height = Math.sin((event === 'dawn' || event === 'dusk' ? -6 : -0.833) * radians);
  const cosine = (height - Math.sin(latitude * radians) * declination)
    / (Math.cos(latitude * radians) * Math.sqrt(1 - declination * declination));
  if (!(cosine > -1 && cosine < 1)) return usualSun[event];
  const half = Math.acos(cosine) / (2 * Math.PI);
  const at = transit + (event === 'dawn' || event === 'sunrise' ? -half : half);
  const minutes = Math.round((at + 10_957.5) * dayMinutes) + koreanOffset - day * dayMinutes;
  return Math.min(Math.max(minutes, 0), dayMinutes - 1);
}

/** The minutes of a span on a day, the end after the start. @param {Span} span @returns {[number, number]} */
function minutesOf({ start, end }, day, place) {
  const minute = (time) => Math.max(0, time.minutes + (time.event ? sunMinute(time.event, day, place) : 0));
  const from = minute(start);
  const to = end ? minute(end) : 0;
  return [from, to <= from ? to + dayMinutes : to];
}

/** Where an open end is assumed. @param {number} minute */
const assumedEnd = (minute) =>
  (minute >= 22 * 60 ? minute + 8 * 60 : minute >= 17 * 60 ? minute + 10 * 60 : dayMinutes);

/** The state of a rule at a minute of its day; null outside of its spans. @param {Rule} rule */
function ruleState({ spans, state }, minute, day, place) {
  if (spans.length === 0) return minute < dayMinutes ? state : null;
  let found = null;
  for (const span of spans) {
    const [start, end] = minutesOf(span, day, place);
    if (minute < start) continue;
    if (span.end && minute < end) return state;
    if (span.isOpenEnd && minute < assumedEnd(span.end ? end : start)) found = state === 'open' ? 'unknown' : state;
  }
  return found;
}

// MARK: At an instant

/** @param {Rule[]} rules @param {number} day @param {number} minute @param {Place} [place] */
function stateOn(rules, day, minute, place) {
  const [today, yesterday] = [factsOf(day), factsOf(day - 1)];
  const state = (isSchoolHoliday) => {
    const matching = (facts) => rules.map((rule) => matches(rule, facts, isSchoolHoliday));
    const [now, before] = [matching(today), matching(yesterday)];
    const replacing = (matched) =>
      rules.reduce((last, rule, index) => (rule.replaces && matched[index] ? index : last), 0);
    const [first, firstBefore] = [replacing(now), replacing(before)];
    return rules.reduce((known, rule, index) => {
      if (index < first || (rule.separator === '||' && known !== 'closed')) return known;
      const own = now[index] ? ruleState(rule, minute, day, place) : null;
      if (own) return own;
      return (index >= firstBefore && before[index] && ruleState(rule, minute + dayMinutes, day - 1, place)) || known;
    }, 'closed');
  };
  const usual = state(false);
  const mayBeOff = rules.some(({ days, required }) => [...days.holidays, ...required].some(({ isSchool }) => isSchool));
  return mayBeOff && state(true) !== usual ? 'unknown' : usual;
}

/**
 * `open`, `closed` or `unknown`.
 * @param {Rule[]} rules @param {number} instant in milliseconds @param {Place} [place] for hours that depend on the sun
 */
export function openState(rules, instant, place) {
  const { day, minute } = koreanTime(instant);
  return stateOn(rules, day, minute, place);
}

/**
 * What lists say of it, as the server's `open_state`.
 * @param {Rule[]} rules @param {number} instant in milliseconds @param {Place} [place]
 */
export function openOutlook(rules, instant, place) {
  const state = openState(rules, instant, place);
  const now = koreanTime(instant);
  const change = nextChange(rules, state, now, place);
  const kind = kindOf(state, change, now);
  return { kind, state, time: change && clock(change.minute), weekday: change && dayNames[weekday(change.day)] };
}

/** The minutes of a day at which the state can change. @param {Rule[]} rules */
function boundaries(rules, day, place) {
  const minutes = new Set([0]);
  for (const span of rules.flatMap(({ spans }) => spans)) {
    for (const base of span.start.event || span.end?.event ? [day, day - 1] : [day]) {
      const [start, end] = minutesOf(span, base, place);
      minutes.add(start % dayMinutes);
      if (span.end) minutes.add(end % dayMinutes);
      if (span.isOpenEnd) minutes.add(assumedEnd(span.end ? end : start) % dayMinutes);
    }
  }
  return [...minutes].sort((one, other) => one - other);
}

/** The next change of the coming week; null if there is none. */
function nextChange(rules, state, now, place) {
  for (let day = now.day; day <= now.day + 8; day += 1) {
    for (const minute of boundaries(rules, day, place)) {
      if (day === now.day && minute <= now.minute) continue;
      const then = stateOn(rules, day, minute, place);
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
