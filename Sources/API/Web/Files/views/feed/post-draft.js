// The draft of a post, stored on the device until the post is sent: it survives a reload and a log-out by the server.

import { postDraft } from '../../core/member-data.js';

/**
 * @typedef {object} Draft
 * @property {string} kind
 * @property {string} title
 * @property {string} text
 * @property {string} price as it was typed
 * @property {string} people
 * @property {{id: number, name: string} | null} booth
 * @property {string[]} photos the names of those that are uploaded
 * @property {string} [from] the query of the address under which it was written
 */

/** The server removes photos that no post refers to after a day; this leaves some time to send the post. */
const maxPhotoAge = 20 * 3_600_000;

/**
 * The stored draft of a member. Other accounts on the device do not see it.
 * @param {string} member @param {{id: string, photos: string[]} | null} post null for a new one
 * @param {AbortSignal} signal of the editor: once it is left, nothing is saved
 */
export function draftStorage(member, post, signal) {
  const stored = postDraft(member, post?.id ?? 'new');
  return {
    /** @returns {Draft | null} */
    load() {
      const draft = stored.load();
      if (!draft) return null;
      const hasPhotos = Date.now() - draft.at < maxPhotoAge;
      return { ...draft, photos: draft.photos.filter((photo) => hasPhotos || post?.photos.includes(photo)) };
    },
    /** @param {Draft} draft */
    save(draft) {
      if (!signal.aborted) stored.save({ ...draft, from: location.search, at: Date.now() });
    },
    remove: stored.remove,
  };
}
