// Calendar days, as the API writes them (2026-11-21): without time and time zone.

import { language } from '../../core/texts.js';

const millisecondsPerDay = 86_400_000;
const firstDay = '2000-01-01';
const lastDay = '2199-12-31';

const parse = (day) => new Date(`${day}T00:00:00Z`);
const write = (date) => date.toISOString().slice(0, 10);
const format = (options) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });

const withWeekday = format({ month: 'long', day: 'numeric', weekday: 'long' });
const withYear = format({ year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' });
const monthAndYear = format({ year: 'numeric', month: 'long' });
const weekday = format({ weekday: 'short' });
const longWeekday = format({ weekday: 'long' });
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });

/** Whether a text is a day that the server accepts. */
export function isDay(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') || text < firstDay || text > lastDay) return false;
  return !Number.isNaN(parse(text).getTime()) && write(parse(text)) === text;
}

/** The range for fields. */
export const dayRange = { min: firstDay, max: lastDay };

export const addDays = (day, days) => write(new Date(parse(day).getTime() + days * millisecondsPerDay));

/** The same day of another month, or its last day. */
export function addMonths(day, months) {
  const [year, month, number] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return write(new Date(Date.UTC(year, month - 1 + months, Math.min(number, lastOfMonth))));
}

export const monthOf = (day) => day.slice(0, 7);

/** The weeks of a month, from Sunday on; null for days of other months. @returns {(string | null)[][]} */
export function weeksOf(month) {
  const start = `${month}-01`;
  const before = parse(start).getUTCDay();
  const length = Number(addDays(addMonths(start, 1), -1).slice(8));
  const count = Math.ceil((before + length) / 7);
  return Array.from({ length: count }, (_, week) => Array.from({ length: 7 }, (_, column) => {
    const number = week * 7 + column - before;
    return number >= 0 && number < length ? addDays(start, number) : null;
  }));
}

/** 0 for Sunday. */
export const weekdayOf = (day) => parse(day).getUTCDay();

/** The names of the weekdays, from Sunday on. */
export const weekdays = Array.from({ length: 7 }, (_, number) => {
  const date = parse(addDays('2023-01-01', number));
  return { short: weekday.format(date), long: longWeekday.format(date) };
});

/** A day in words; with its year unless it is the current one. */
export const formatDay = (day, today) =>
  (day.slice(0, 4) === today.slice(0, 4) ? withWeekday : withYear).format(parse(day));
export const formatMonth = (month) => monthAndYear.format(parse(`${month}-01`));

/** "Today", "tomorrow" or "yesterday"; empty for any other day. */
export function formatNearDay(day, today) {
  const days = Math.round((parse(day).getTime() - parse(today).getTime()) / millisecondsPerDay);
  const words = Math.abs(days) <= 1 ? relative.format(days, 'day') : '';
  return words && words[0].toLocaleUpperCase(language) + words.slice(1);
}

/** The current day in a time zone, by this device's clock; null if the browser does not know the zone. */
export function currentDayIn(zone, now = Date.now()) {
  try {
    const parts = new Intl.DateTimeFormat('en',
      { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(now);
    const part = (type) => parts.find((it) => it.type === type)?.value;
    return `${part('year')}-${part('month')}-${part('day')}`;
  } catch {
    return null;
  }
}
