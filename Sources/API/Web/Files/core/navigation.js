// Going to another address of the app. The router shows what is there; views only need this module.

import { randomKey } from './random.js';
import { member, onSessionChange } from './session.js';

/**
 * What a view gets to know about itself.
 * @typedef {object} Visit
 * @property {string[]} path the parts behind the view's name: `/app/posts/7/edit` has `['7', 'edit']`
 * @property {URLSearchParams} query
 * @property {AbortSignal} signal aborted when the view is left: ends everything that the view has begun
 * @property {(title: string) => void} setTitle sets the title of the document
 * @property {(guard: (() => Promise<boolean>) | null) => void} setLeaveGuard has `guard` decide whether the view may be
 *   left
 */

/** @type {() => any} */
let onNavigate = () => undefined;

/** Has `show` called whenever `go` has changed the address. @param {() => any} show */
export function setNavigationHandler(show) {
  onNavigate = show;
}

/** Decides whether the current view may be left. @type {(() => Promise<boolean>) | null} */
let leaveGuard = null;

/** @param {(() => Promise<boolean>) | null} guard */
export function setLeaveGuard(guard) {
  leaveGuard = guard;
}

/** Whether the current view may be left: what is unfinished in it is asked about. */
export const mayLeave = async () => leaveGuard === null || leaveGuard();

/** A new state for an entry of the browser's history; its key tells the entry from others. */
export const historyState = () => ({ key: randomKey() });

/**
 * Goes to an address of this app, unless the person wants to stay with what is unfinished.
 * @param {string} address
 */
export async function go(address, isReplacing = false) {
  if (!(await mayLeave())) return undefined;
  if (isReplacing) history.replaceState(historyState(), '', address);
  else history.pushState(historyState(), '', address);
  return onNavigate();
}

/** The address for logging in and coming back to what is shown. */
export const loginAddress = () => `/app/login?next=${encodeURIComponent(location.pathname + location.search)}`;

/**
 * The member, for a view that is only theirs. Where nobody is logged in, and when the session ends, it goes to the
 * log-in; when somebody else logs in in another tab, to `home`.
 * @param {string} home
 * @param {AbortSignal} signal of the view
 */
export function requireMember(home, signal) {
  const viewer = member();
  if (!viewer) {
    go(loginAddress(), true);
    return null;
  }
  onSessionChange((hasEnded) => {
    if (hasEnded) go(loginAddress(), true);
    else if (member() && member().id !== viewer.id) go(home, true);
  }, signal);
  return viewer;
}
