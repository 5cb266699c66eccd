// Going to another address of the app. The router shows what is there; views only need this module.

import { randomKey } from './random.js';
import { member, onSessionChange } from './session.js';

/**
 * The context of a view.
 * @typedef {object} Visit
 * @property {string[]} path the parts behind the view's name: `/app/posts/7/edit` has `['7', 'edit']`
 * @property {URLSearchParams} query
 * @property {AbortSignal} signal aborted when the view is left: ends all its requests and listeners
 * @property {(title: string) => void} setTitle sets the title of the document
 * @property {(tab: string) => void} setTab marks another tab than the one of the view's name
 * @property {(guard: (() => Promise<boolean>) | null) => void} setLeaveGuard sets the `guard` that decides whether the
 *   view may be left
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

/** Whether leaving the current view may need an answer of the user. */
export const hasLeaveGuard = () => leaveGuard !== null;

/** Whether the current view may be left: the user is asked about unfinished input. */
export const mayLeave = async () => leaveGuard === null || leaveGuard();

/**
 * Whether a path is the map's: without, or with one booth. At `/booths` the server writes a list for those without a
 * script.
 */
export const isMapPath = (path) => path === '/' || path === '/booths' || boothOfPath(path) !== null;

/** The booth that a path names; null if it names none. @returns {number | null} */
export function boothOfPath(path) {
  const [, number] = /^\/booths\/([1-9]\d{0,14})$/.exec(path) ?? [];
  return number ? Number(number) : null;
}

/**
 * The state of an entry of the browser's history: `key` identifies it, `position` says how many of this tab lie below
 * it. Views add what they need to show it again.
 * @param {boolean} isReplacing whether it takes the place of the current entry
 */
export const historyState = (isReplacing = false) =>
  ({ key: randomKey(), position: (history.state?.position ?? 0) + (isReplacing ? 0 : 1) });

/** Goes back some entries. Resolves once the browser is there. @param {number} steps */
export function goBack(steps) {
  return new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    history.go(-steps);
  });
}

/**
 * Goes to an address of this app, unless the user stays to finish their input.
 * @param {string} address
 */
export async function go(address, isReplacing = false) {
  if (!(await mayLeave())) return undefined;
  const state = historyState(isReplacing);
  if (isReplacing) history.replaceState(state, '', address);
  else history.pushState(state, '', address);
  return onNavigate();
}

/**
 * The address of the login that returns to the current view.
 * @param {string} [wish] what the view is to do then
 */
export function loginAddress(wish = '') {
  const { pathname, search } = location;
  const more = wish && `${search ? '&' : '?'}${wish}=1`;
  return `/app/login?next=${encodeURIComponent(pathname + search + more)}`;
}

/**
 * The member, for a private view. Without a session, and when it ends, redirects to the login; when another account
 * logs in in another tab, to `home`.
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
