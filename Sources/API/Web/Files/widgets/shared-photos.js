// What other apps have shared to the installed app. The service worker stores it until the editor takes it.

/** As in `service-worker.js`. */
const cacheName = 'shared-photos';

/**
 * Takes what was shared last: nobody gets it twice.
 * @returns {Promise<{files: File[], words: string}>}
 */
export async function takeShared() {
  /** @type {File[]} */
  const files = [];
  let words = '';
  if (!('caches' in window) || !(await caches.has(cacheName))) return { files, words };
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    const stored = await cache.match(request);
    if (!stored) continue;
    const { searchParams } = new URL(request.url);
    if (searchParams.has('words')) words = await stored.text();
    else {
      const type = stored.headers.get('Content-Type') ?? '';
      files.push(new File([await stored.blob()], searchParams.get('name') ?? '', { type }));
    }
  }
  await caches.delete(cacheName);
  return { files, words };
}
