// Where, when and for how many a party is: the last lines of its description, which other clients show as text.

/**
 * @typedef {{text: string, booth: number | null, at: number | null, places: number | null}} Plan `at`: in milliseconds;
 *   `places`: of all who come
 */

const boothLine = /^📍 https?:\/\/\S+\/booths\/([1-9]\d{0,14})$/u;
const timeLine = /^🕖 (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))$/u;
const placesLine = /^👥 ([1-9]\d{0,2})$/u;

/** @param {string} description @returns {Plan} */
export function readPlan(description) {
  /** @type {Plan} */
  const plan = { text: '', booth: null, at: null, places: null };
  const lines = description.split('\n').map((line) => line.trimEnd());
  // From the end on: a text above them may contain anything.
  while (lines.length > 0) {
    const line = lines[lines.length - 1];
    const [booth, time, places] = [boothLine, timeLine, placesLine].map((form) => form.exec(line)?.[1]);
    if (booth && plan.booth === null) plan.booth = Number(booth);
    else if (time && plan.at === null && !Number.isNaN(Date.parse(time))) plan.at = Date.parse(time);
    else if (places && plan.places === null) plan.places = Number(places);
    else if (line || hasPlan(plan)) break;
    lines.pop();
  }
  return { ...plan, text: lines.join('\n').trim() };
}

const hasPlan = ({ booth, at, places }) => booth !== null || at !== null || places !== null;

/** @param {Plan} plan @returns {string} */
export function writePlan({ text, booth, at, places }) {
  const lines = [
    booth !== null && `📍 ${location.origin}/booths/${booth}`, at !== null && `🕖 ${localTime(at)}`,
    places !== null && `👥 ${places}`,
  ].filter(Boolean);
  return [text.trim(), lines.join('\n')].filter(Boolean).join('\n\n');
}

/** An instant with the device's offset, to the minute, so that people can read it as well. @param {number} at */
function localTime(at) {
  const offset = -new Date(at).getTimezoneOffset();
  const two = (value) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return `${inputTime(at)}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
}

/** The value of a date and time field, in the device's time zone. @param {number} at */
export const inputTime = (at) =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** How many may still come; null if that is not limited. @param {Plan} plan @param {number} count of members */
export const placesLeft = ({ places }, count) => (places === null ? null : Math.max(0, places - count));
