// Tells the marks of what is unread that the member has read something, or answered it, and views what was counted.

/**
 * @typedef {{message_count: number, invitation_count: number, application_count: number, notice_count: number,
 *   channels: any[]}} Unread
 */

const events = new EventTarget();

/** Has the marks counted again. */
export const recountUnread = () => events.dispatchEvent(new Event('change'));

/** @param {() => void} listener @param {AbortSignal} signal until when */
export const onUnreadChange = (listener, signal) => events.addEventListener('change', listener, { signal });

/** @param {Unread} unread */
export const announceCount = (unread) => events.dispatchEvent(new CustomEvent('count', { detail: unread }));

/** @param {(unread: Unread) => void} listener @param {AbortSignal} signal until when */
export const onUnreadCount = (listener, signal) => events.addEventListener('count',
  (event) => listener(/** @type {CustomEvent} */ (event).detail), { signal });
