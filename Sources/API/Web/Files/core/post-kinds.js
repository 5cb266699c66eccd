// The kinds of posts, by the names that the API has for them.

/** The kinds that the feed shows. */
export const feedKinds = ['pose', 'background', 'newBooth', 'photo', 'feed'];

/** The kinds that the shop sells. */
export const goodsKinds = ['album', 'frame'];
