// What the device stores of a member's own is removed when they log out, or when another account logs in: here, in
// another tab, or found at the next start.

import { member, onSessionChange } from './session.js';
import { removeStoredByPrefix } from './storage.js';

// The names of stored values must not change: stored data is found and removed by them.
const chatDatabases = 'fourcuts.chat.';
const messageDrafts = 'draft.';
const postDrafts = 'writing.';

/** The name of the database with a member's conversations. @param {string} account */
export const chatDatabaseName = (account) => chatDatabases + account;

/** The name of the stored draft of a message. @param {string} account */
export const messageDraftName = (account, channel) => `${messageDrafts}${account}.${channel}`;

/**
 * The name of the stored draft of a post or a comment. These drafts survive a session that the server ended: their
 * author logs in again and goes on.
 * @param {string} account
 */
export const postDraftName = (account, subject) => `${postDrafts}${account}.${subject}`;

/** Removes the data of all other accounts, now and whenever the member changes. */
export function removeDataOfOthers() {
  onSessionChange((hasEnded) => {
    removeConversations();
    if (!hasEnded) removeDrafts(postDrafts);
  });
  removeConversations();
  // There is no member after a session that the server ended either, and then the drafts stay.
  if (member()) removeDrafts(postDrafts);
}

const removeDrafts = (start) => removeStoredByPrefix(start, `${start}${member()?.id}.`);

async function removeConversations() {
  removeDrafts(messageDrafts);
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
