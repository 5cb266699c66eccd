// What is being written, kept on the device until it is sent: neither a reload nor being logged out loses it.

import { postDraftName } from '../../core/member-data.js';
import { getStored, removeStored, setStored } from '../../core/storage.js';

/**
 * @typedef {object} Draft
 * @property {string} kind
 * @property {string} title
 * @property {string} text
 * @property {string} price as it was typed
 * @property {string} people
 * @property {{id: number, name: string} | null} booth
 * @property {string[]} photos the names of those that are uploaded
 * @property {string} [from] what the address asked for when it was written
 */

/** The server removes photos that nothing refers to after a day; some time is left to send the post. */
const patience = 20 * 3_600_000;

/**
 * Where somebody's draft of a post is kept. Others who log in on the device do not see it.
 * @param {string} member @param {{id: string, photos: string[]} | null} post null: a new one
 */
export function drafts(member, post) {
  const name = postDraftName(member, post?.id ?? 'new');
  return {
    /** @returns {Draft | null} */
    kept() {
      const draft = getStored(name);
      if (!draft) return null;
      const isYoung = Date.now() - draft.at < patience;
      return { ...draft, photos: draft.photos.filter((photo) => isYoung || post?.photos.includes(photo)) };
    },
    /** @param {Draft} draft */
    keep: (draft) => setStored(name, { ...draft, from: location.search, at: Date.now() }),
    forget: () => removeStored(name),
  };
}
