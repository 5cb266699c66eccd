// What is kept of a person on this device goes when they log out, or when somebody else logs in: here, in another tab,
// or found at the next start.

import { member, members } from './api.js';

const stores = 'fourcuts.chat.';
const drafts = 'fourcuts.draft.';
const writings = 'fourcuts.writing.';

/** The name of the database of somebody's conversations. @param {string} account */
export const storeName = (account) => stores + account;

/** The name under which `storage.js` keeps what somebody has begun to write. @param {string} account */
export const draftName = (account, channel) => `draft.${account}.${channel}`;

/**
 * The same for posts and comments, which outlive a session that the server ended: whoever wrote them logs in and goes on.
 * @param {string} account
 */
export const writingName = (account, subject) => `writing.${account}.${subject}`;

/** Removes what is kept of anybody but whoever is logged in, from now on at each change. */
export function watch() {
  members.addEventListener('change', forgetOthers);
  forgetOthers();
  let hasEnded = false;
  members.addEventListener('ended', () => { hasEnded = true; });
  members.addEventListener('change', async () => {
    // Whether the session was ended elsewhere is told right after the change.
    await null;
    if (member() || !hasEnded) forgetWritings();
    if (member()) hasEnded = false;
  });
  if (member()) forgetWritings();
}

function forgetWritings() {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(writings) && !key.startsWith(`${writings}${member()?.id}.`)) localStorage.removeItem(key);
    }
  } catch {
    // The browser keeps nothing.
  }
}

async function forgetOthers() {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(drafts) && !key.startsWith(`${drafts}${member()?.id}.`)) localStorage.removeItem(key);
    }
    for (const { name } of await indexedDB.databases()) {
      // Who it is is asked now, for somebody may have logged in meanwhile.
      if (name?.startsWith(stores) && name !== storeName(member()?.id ?? '')) indexedDB.deleteDatabase(name);
    }
  } catch {
    // The browser keeps nothing.
  }
}
