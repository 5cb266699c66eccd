// What the device stores of a member's own is removed when they log out, or when another account logs in: here, in
// another tab, or found at the next start.

import { hasLoggedOut, member, onSessionChange } from './session.js';
import { getStored, removeStored, removeStoredByPrefix, setStored } from './storage.js';

// The names of stored values must not change: stored data is found and removed by them.
const chatDatabases = 'fourcuts.chat.';
const messageDrafts = 'draft.';
const postDrafts = 'writing.';
const lastPosts = 'posts.';
const ticks = 'ticks.';
// Until version 0.2.0 the device remembered which notices were seen.
const notices = 'notices.';

/** The name of the database with a member's conversations. @param {string} account */
export const chatDatabaseName = (account) => chatDatabases + account;

/** @typedef {{load: () => any, save: (value: any) => void, remove: () => void}} StoredValue */

/** @param {string} name @param {() => boolean} maySave @returns {StoredValue} */
const storedValue = (name, maySave) => ({
  load: () => getStored(name),
  save: (value) => { if (maySave()) setStored(name, value); },
  remove: () => removeStored(name),
});

/** The stored draft of a message. Nothing is saved after its author's session. @param {string} account */
export const messageDraft = (account, channel) =>
  storedValue(`${messageDrafts}${account}.${channel}`, () => member()?.id === account);

/**
 * The stored draft of a post or a comment. It survives a session that the server ended: its author logs in again and
 * goes on. Nothing is saved after they have logged out.
 * @param {string} account
 */
export const postDraft = (account, subject) => storedValue(`${postDrafts}${account}.${subject}`, () => isHere(account));

/** The stored first page of the feed, as the member or a stranger sees it, for when there is no network. */
export const lastFeed = () => storedValue(`${lastPosts}${member()?.id}.`, () => true);

/** The stored ticks of the member's card that the server has not answered. */
export const unansweredTicks = () => storedValue(`${ticks}${member()?.id}.`, () => member() !== null);

/** Whether a member is logged in, or would be if the server had not ended the session. @param {string} account */
export const isHere = (account) => (member() ? member()?.id === account : !hasLoggedOut());

/** Removes the data of all other accounts, now and whenever the member changes. */
export function removeDataOfOthers() {
  onSessionChange((hasEnded) => {
    removeConversations();
    if (!hasEnded || hasLoggedOut()) removeDrafts(postDrafts);
  });
  removeConversations();
  // There is no member after a session that the server ended either, and then the drafts stay.
  if (member()) removeDrafts(postDrafts);
}

const removeDrafts = (start) => removeStoredByPrefix(start, `${start}${member()?.id}.`);

async function removeConversations() {
  removeDrafts(messageDrafts);
  removeDrafts(lastPosts);
  removeDrafts(ticks);
  removeDrafts(notices);
  try {
    for (const { name } of await indexedDB.databases()) {
      // Compared with the current member: another account may have logged in meanwhile.
      if (name?.startsWith(chatDatabases) && name !== chatDatabaseName(member()?.id ?? '')) {
        indexedDB.deleteDatabase(name);
      }
    }
  } catch {
    // The browser stores nothing.
  }
}
