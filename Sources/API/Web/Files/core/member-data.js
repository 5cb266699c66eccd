// What is kept of a person on this device goes when they log out, or when somebody else logs in: here, in another tab,
// or found at the next start.

import { member, members } from './api.js';

const stores = 'fourcuts.chat.';
const messages = 'fourcuts.draft.';
const posts = 'fourcuts.writing.';

/** The name of the database of somebody's conversations. @param {string} account */
export const storeName = (account) => stores + account;

/** The name under which `storage.js` keeps the message that somebody has begun. @param {string} account */
export const messageDraftName = (account, channel) => `draft.${account}.${channel}`;

/**
 * The same for posts and comments, which outlive a session that the server ended: whoever wrote them logs in and goes on.
 * @param {string} account
 */
export const postDraftName = (account, subject) => `writing.${account}.${subject}`;

/** Removes what is kept of anybody but whoever is logged in, from now on at each change. */
export function watch() {
  members.addEventListener('change', (event) => {
    forgetConversations();
    if (!(/** @type {CustomEvent} */ (event).detail.hasEnded)) forgetTexts(posts);
  });
  forgetConversations();
  // Nobody is known after a session that the server ended, too.
  if (member()) forgetTexts(posts);
}

function forgetTexts(prefix) {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${member()?.id}.`)) localStorage.removeItem(key);
    }
  } catch {
    // The browser keeps nothing.
  }
}

async function forgetConversations() {
  forgetTexts(messages);
  try {
    for (const { name } of await indexedDB.databases()) {
      // Who it is is asked now, for somebody may have logged in meanwhile.
      if (name?.startsWith(stores) && name !== storeName(member()?.id ?? '')) indexedDB.deleteDatabase(name);
    }
  } catch {
    // The browser keeps nothing.
  }
}
