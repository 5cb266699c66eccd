// Days of the calendar, written as the API writes them (2026-11-21): they have no clock and no zone.

import { language } from '../../core/texts.js';

const oneDay = 86_400_000;
const first = '2000-01-01';
const last = '2199-12-31';

const moment = (day) => new Date(`${day}T00:00:00Z`);
const written = (date) => date.toISOString().slice(0, 10);
const format = (options) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });

const withWeekday = format({ month: 'long', day: 'numeric', weekday: 'long' });
const withYear = format({ year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' });
const monthAndYear = format({ year: 'numeric', month: 'long' });
const weekday = format({ weekday: 'short' });
const longWeekday = format({ weekday: 'long' });
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });

/** Whether a text is a day that the server takes. */
export function isDay(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') || text < first || text > last) return false;
  return !Number.isNaN(moment(text).getTime()) && written(moment(text)) === text;
}

/** What a field for days may hold. */
export const bounds = { min: first, max: last };

/** The day that is some days later. */
export const later = (day, days) => written(new Date(moment(day).getTime() + days * oneDay));

/** The same day of another month, or that month's last one. */
export function monthsLater(day, months) {
  const [year, month, number] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return written(new Date(Date.UTC(year, month - 1 + months, Math.min(number, lastOfMonth))));
}

export const monthOf = (day) => day.slice(0, 7);

/** The weeks of a month from Sunday on; null stands for what is not of the month. @returns {(string | null)[][]} */
export function weeks(month) {
  const start = `${month}-01`;
  const before = moment(start).getUTCDay();
  const length = Number(later(monthsLater(start, 1), -1).slice(8));
  const count = Math.ceil((before + length) / 7);
  return Array.from({ length: count }, (_, week) => Array.from({ length: 7 }, (_, column) => {
    const number = week * 7 + column - before;
    return number >= 0 && number < length ? later(start, number) : null;
  }));
}

/** The place of a day in its week, from 0 for Sunday. */
export const column = (day) => moment(day).getUTCDay();

/** The days of the week, from Sunday on: short, and in full. */
export const weekdays = Array.from({ length: 7 }, (_, number) => {
  const date = moment(later('2023-01-01', number));
  return { short: weekday.format(date), long: longWeekday.format(date) };
});

/** A day in words; its year only where it is not this one. */
export const named = (day, today) => (day.slice(0, 4) === today.slice(0, 4) ? withWeekday : withYear).format(moment(day));
export const monthNamed = (month) => monthAndYear.format(moment(`${month}-01`));

/** "Today", "tomorrow", "yesterday"; empty for any other day. */
export function near(day, today) {
  const days = Math.round((moment(day).getTime() - moment(today).getTime()) / oneDay);
  const words = Math.abs(days) <= 1 ? relative.format(days, 'day') : '';
  return words && words[0].toLocaleUpperCase(language) + words.slice(1);
}

/** Which day it is in a zone by this device's clock; null where the browser does not know the zone. */
export function dayIn(zone, now = Date.now()) {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(now);
    const part = (type) => parts.find((it) => it.type === type)?.value;
    return `${part('year')}-${part('month')}-${part('day')}`;
  } catch {
    return null;
  }
}
