// Detects that a new day has begun while the page is open.

import { currentDayIn } from './dates.js';

const minute = 60_000;
/** Older data is reloaded when the page becomes visible, in milliseconds. */
const maxAge = 5 * minute;

/**
 * Compares the day each full minute, and whenever the page becomes visible. This device's clock only decides when to
 * ask; the server decides which day it is.
 * @param {import('./card-store.js').CardStore} store
 * @param {() => Promise<void>} reload
 */
export function watchDay(store, reload) {
  let timer = 0;
  /** After how many minutes to ask again, while the clock disagrees with the server. */
  let interval = 1;
  let elapsed = 0;
  let lastReload = Date.now();

  const isOver = () => (currentDayIn(store.card.time_zone) ?? store.card.today) !== store.card.today;
  const schedule = () => { timer = setTimeout(check, minute - (Date.now() % minute) + 200); };
  const reloadDay = async () => {
    lastReload = Date.now();
    await reload();
    interval = isOver() ? Math.min(interval * 2, 60) : 1;
    elapsed = 0;
  };

  function check() {
    schedule();
    if (document.hidden || !isOver()) return;
    elapsed += 1;
    if (elapsed >= interval) reloadDay();
  }
  const onVisible = () => {
    if (!document.hidden && (isOver() || Date.now() - lastReload > maxAge)) reloadDay();
  };

  document.addEventListener('visibilitychange', onVisible, { signal: store.signal });
  store.signal.addEventListener('abort', () => clearTimeout(timer));
  schedule();
}
