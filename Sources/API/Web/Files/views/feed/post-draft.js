// The draft of a post, stored on the device until the post is sent: it survives a reload and a log-out by the server.

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
 * @property {string} [from] the query of the address under which it was written
 */

/** The server removes photos that no post refers to after a day; this leaves some time to send the post. */
const maxPhotoAge = 20 * 3_600_000;

/**
 * The stored draft of a member. Other accounts on the device do not see it.
 * @param {string} member @param {{id: string, photos: string[]} | null} post null for a new one
 */
export function draftStorage(member, post) {
  const name = postDraftName(member, post?.id ?? 'new');
  return {
    /** @returns {Draft | null} */
    load() {
      const draft = getStored(name);
      if (!draft) return null;
      const hasPhotos = Date.now() - draft.at < maxPhotoAge;
      return { ...draft, photos: draft.photos.filter((photo) => hasPhotos || post?.photos.includes(photo)) };
    },
    /** @param {Draft} draft */
    save: (draft) => setStored(name, { ...draft, from: location.search, at: Date.now() }),
    remove: () => removeStored(name),
  };
}
