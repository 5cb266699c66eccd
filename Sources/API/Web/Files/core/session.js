// Who is logged in on this device. Cookies hold the tokens: no script ever sees them.

import { getStored, removeStored, setStored } from './storage.js';

/** @typedef {{id: string, nickname: string, photo: string | null}} Member */

/** @type {Member | null} */
let current = getStored('member');
let isLoggedOut = false;

const events = new EventTarget();

/** The logged-in member, as far as the page knows; null without a session. */
export const member = () => current;

/** Whether the last member logged out, here or in another tab. A session that the server ended is not logged out. */
export const hasLoggedOut = () => isLoggedOut;

/**
 * Calls `listener` whenever `member` changes.
 * @param {(hasEnded: boolean) => void} listener `hasEnded`: the session ended without a log-out on this page
 * @param {AbortSignal} [signal] until when
 */
export function onSessionChange(listener, signal = undefined) {
  events.addEventListener('change', (event) => listener(/** @type {CustomEvent} */ (event).detail.hasEnded),
    { signal });
}

const dispatch = (hasEnded) => events.dispatchEvent(new CustomEvent('change', { detail: { hasEnded } }));

/** @param {Member | null} account @param {boolean} [hasEnded] */
export function setMember(account, hasEnded = false) {
  const isSame = account?.id === current?.id && account?.nickname === current?.nickname
    && account?.photo === current?.photo;
  current = account && { id: account.id, nickname: account.nickname, photo: account.photo };
  // A request on its way when the member logged out is refused too: that makes no ended session of a log-out.
  isLoggedOut = !current && (isLoggedOut || !hasEnded);
  // By the stored `null` other tabs tell a log-out from a session that the server ended.
  if (current || isLoggedOut) setStored('member', current);
  if (!current) removeStored('member');
  if (!isSame) dispatch(hasEnded);
}

// Logging in or out in another tab counts for this one.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== 'fourcuts.member') return;
  const [last, wasLoggedOut] = [current, isLoggedOut];
  current = getStored('member');
  isLoggedOut = !current && (wasLoggedOut || newValue === 'null');
  if (last || current || isLoggedOut !== wasLoggedOut) dispatch(last !== null && !current);
});
