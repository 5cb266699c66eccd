// The texts of the page's language, and numbers, times and distances as that language writes them.

import { chosenUnits } from './units.js';

export const language = document.documentElement.lang;

/** What pages in English ask for of each booth in addition: the server romanises names and addresses. */
export const localFields = language === 'en' ? ',name_en,brand_en,address_en' : '';

/**
 * The name of a booth in the page's language.
 * @param {{name: string, name_en?: string | null}} booth
 */
export const boothName = ({ name, name_en: english }) => (language === 'en' && english) || name;

/** The English names of chains, by their own. @type {Map<string, string>} */
const englishBrands = new Map();

/**
 * Keeps the English names of chains, for pages in English.
 * @param {{name: string, name_en?: string | null}[]} brands
 */
export function learnBrandNames(brands) {
  for (const { name, name_en: english } of brands) {
    if (language === 'en' && english) englishBrands.set(name, english);
  }
}

/** The name of a chain in the page's language, as far as it is known. @param {string} name */
export const brandName = (name) => englishBrands.get(name) ?? name;

const texts = (await import(`../strings/${language}.js`)).default;

/** Loads the texts that only views other than the map have. */
export async function loadTextsOfViews() {
  Object.assign(texts, (await import(`../strings/${language}-views.js`)).default);
}

/** Loads the texts of the pages for operators. */
export async function loadAdminTexts() {
  Object.assign(texts, (await import(`../strings/${language}-admin.js`)).default);
}

/**
 * Makes a formatter when it is first needed: making all of them takes a phone longer than reading this file.
 * @template T
 * @param {() => T} make
 */
export function lazy(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}

const number = lazy(() => new Intl.NumberFormat(language));
const plural = lazy(() => new Intl.PluralRules(language));
const compact = lazy(() => new Intl.NumberFormat(language, { notation: 'compact' }));
const relative = lazy(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const longDate = lazy(() => new Intl.DateTimeFormat(language, { dateStyle: 'long' }));
const dateAndTime = lazy(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }));
/** A date in which no line ends. @param {string} date */
const inOnePiece = (date) => date.replaceAll(' ', '\u00a0');

/**
 * A text with its placeholders such as `{count}` filled in. If the language has another form for that count, such as
 * `people.one`, that form is used.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function text(key, values = {}) {
  const form = values.count === undefined ? key : `${key}.${plural().select(Number(values.count))}`;
  return (texts[form] ?? texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Whether a text exists. */
export const hasText = (key) => Object.hasOwn(texts, key);

/** The text in the page's language, from the server's texts by language. */
export const localized = (byLanguage) => (byLanguage ? byLanguage[language] ?? byLanguage.en : '');

/** A number with grouped digits. */
export const formatNumber = (value) => number().format(value);
/** A number in few characters. */
export const formatCompact = (value) => compact().format(value);
export const formatWon = (amount) => text('won', { amount: number().format(amount) });
/** An amount of the money of a country, by its ISO 4217 code. @param {number} amount @param {string | null} currency */
export function formatMoney(amount, currency) {
  if (currency === 'KRW') return formatWon(amount);
  if (!currency) return formatNumber(amount);
  return new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount);
}
/** @param {number | string} instant milliseconds, or as the API writes it */
export const formatDate = (instant) => inOnePiece(longDate().format(new Date(instant)));
/** @param {number | string} instant milliseconds, or as the API writes it */
export const formatDateTime = (instant) =>
  // A line may end before the time.
  inOnePiece(dateAndTime().format(new Date(instant))).replace(/\u00a0(?=\D*\d+:)/, ' ');

/** How long ago something was. @param {number | string} instant milliseconds, or as the API writes it */
export function formatAge(instant) {
  const minutes = Math.round((new Date(instant).getTime() - Date.now()) / 60_000);
  if (minutes === 0) return text('justNow');
  if (minutes > -60) return relative().format(minutes, 'minute');
  if (minutes > -48 * 60) return relative().format(Math.round(minutes / 60), 'hour');
  return relative().format(Math.round(minutes / 1440), 'day');
}

const metresPerFoot = 0.3048;
const metresPerMile = 5280 * metresPerFoot;
const isImperial = lazy(() => chosenUnits() === 'imperial');

/** A distance in the chosen units, rounded to what a walker needs. */
export function formatDistance(metres) {
  if (isImperial()) return formatFeetOrMiles(metres);
  if (metres < 995) return text('metres', { count: number().format(Math.max(10, Math.round(metres / 10) * 10)) });
  const kilometres = metres < 9950 ? Math.round(metres / 100) / 10 : Math.round(metres / 1000);
  return text('kilometres', { count: number().format(kilometres) });
}

function formatFeetOrMiles(metres) {
  const [feet, miles] = [Math.max(50, Math.round(metres / metresPerFoot / 50) * 50), metres / metresPerMile];
  const [amount, unit] = feet < 1000 ? [feet, 'foot'] : [miles, 'mile'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: miles < 9.95 ? 1 : 0 })
    .format(amount);
}

/** Opening hours in OpenStreetMap's notation, with the language's names for days and the usual words. */
export function formatOpeningHours(written) {
  if (!written) return null;
  if (/^(Mo-Su )?(24\/7|00:00-24:00)$/.test(written.trim())) return `${text('daily')} ${text('allDay')}`;
  return written.split(';').map((rule) => rule.trim()
    .replace('24/7', `${text('daily')} ${text('allDay')}`)
    .replace(/\bMo-Su\b/g, text('daily'))
    .replace(/\b(Mo|Tu|We|Th|Fr|Sa|Su|PH|off)\b/g, (word) => text(word))
    .replace(/\bunknown\b/g, text('hoursUnknown'))
    .replace(/,(?=\S)/g, ', ').replace(/-/g, '–')).join('\n');
}
