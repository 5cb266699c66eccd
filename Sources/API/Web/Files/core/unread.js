// Tells the marks of what is unread that the member has read something, or answered it.

const events = new EventTarget();

/** Has the marks counted again. */
export const recountUnread = () => events.dispatchEvent(new Event('change'));

/** @param {() => void} listener @param {AbortSignal} signal until when */
export const onUnreadChange = (listener, signal) => events.addEventListener('change', listener, { signal });
