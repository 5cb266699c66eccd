// The texts of the page's language, and numbers as it writes them.

export const language = document.documentElement.lang;

const texts = (await import(`../strings/${language}.js`)).default;
const number = new Intl.NumberFormat(language);
const plural = new Intl.PluralRules(language);
const compact = new Intl.NumberFormat(language, { notation: 'compact' });
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
const clock = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * A text with its places such as `{count}` filled in; where the language has another form for that count, such as
 * `people.one`, it is that form.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function text(key, values = {}) {
  const form = values.count === undefined ? key : `${key}.${plural.select(Number(values.count))}`;
  return (texts[form] ?? texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Whether there is such a text. */
export const has = (key) => Object.hasOwn(texts, key);

/** The sentence of a server's pair of sentences that is in the page's language. */
export const sentence = (pair) => (pair ? pair[language] ?? pair.en : '');

/** A number with what groups its digits. */
export const longNumber = (value) => number.format(value);
/** A number in few characters. */
export const shortNumber = (value) => compact.format(value);
export const count = (value) => text('count', { count: number.format(value) });
export const won = (amount) => text('won', { amount: number.format(amount) });
export const date = (moment) => day.format(new Date(moment));
/** A day and its time. */
export const time = (moment) => clock.format(new Date(moment));

/** How long ago a moment was, in words. @param {number | string} moment milliseconds, or as the API writes it */
export function ago(moment) {
  const minutes = Math.round((new Date(moment).getTime() - Date.now()) / 60_000);
  if (minutes === 0) return text('justNow');
  if (minutes > -60) return relative.format(minutes, 'minute');
  if (minutes > -48 * 60) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / 1440), 'day');
}

/** A distance as people say it. */
export function distance(metres) {
  if (metres < 995) return text('metres', { count: number.format(Math.max(10, Math.round(metres / 10) * 10)) });
  const kilometres = metres < 9950 ? Math.round(metres / 100) / 10 : Math.round(metres / 1000);
  return text('kilometres', { count: number.format(kilometres) });
}

/** What opening hours say, with the names of days and the usual words of the language. */
export function hours(written) {
  if (!written) return null;
  if (/^(Mo-Su )?(24\/7|00:00-24:00)$/.test(written.trim())) return `${text('daily')} ${text('allDay')}`;
  return written.split(';').map((rule) => rule.trim()
    .replace('24/7', `${text('daily')} ${text('allDay')}`)
    .replace(/\bMo-Su\b/g, text('daily'))
    .replace(/\b(Mo|Tu|We|Th|Fr|Sa|Su|PH|off)\b/g, (word) => text(word))
    .replace(/,(?=\S)/g, ', ').replace(/-/g, '–')).join('\n');
}
