// Notices that a day has passed while the page is open.

import { dayIn } from './dates.js';

const minute = 60_000;
/** What is older than this is asked for anew when the page comes back to the foreground. */
const stale = 5 * minute;

/**
 * Looks at the clock each full minute, when days can begin, and whenever the page becomes visible. This device's clock
 * only says when to ask: which day it is, the server says.
 * @param {import('./card-store.js').Plan} plan
 * @param {() => Promise<void>} ask
 */
export function watchDays(plan, ask) {
  let timer = 0;
  /** Clocks that do not agree with the server's are not asked about each minute. */
  let patience = 1;
  let skipped = 0;
  let asked = Date.now();

  const isOver = () => (dayIn(plan.card.time_zone) ?? plan.card.today) !== plan.card.today;
  const wait = () => { timer = setTimeout(look, minute - (Date.now() % minute) + 200); };
  const again = async () => {
    asked = Date.now();
    await ask();
    patience = isOver() ? Math.min(patience * 2, 60) : 1;
    skipped = 0;
  };

  function look() {
    wait();
    if (document.hidden || !isOver()) return;
    skipped += 1;
    if (skipped >= patience) again();
  }
  const seen = () => {
    if (!document.hidden && (isOver() || Date.now() - asked > stale)) again();
  };

  document.addEventListener('visibilitychange', seen, { signal: plan.signal });
  plan.signal.addEventListener('abort', () => clearTimeout(timer));
  wait();
}
