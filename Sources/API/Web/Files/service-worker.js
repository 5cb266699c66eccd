// Caches the files of the app, so that it opens without a network. Data is stored by the pages themselves.
// The server prepends `shell`: the files of one version of the app, and the hash of that version; `noticeTexts`, by
// language; and the module `notice-text.js`.

const cacheName = `shell-${shell.tree}`;
/** The page: clients that do not accept HTML get another document at this address. */
const page = () => new Request('/', { headers: { Accept: 'text/html' } });

/** Where the manifest has other apps share photos: the editor, which takes them from the cache of this name. */
const sharePath = '/app/posts/new';
const sharedCacheName = 'shared-photos';
const maxShared = 10;

/** Tiles of the operator's file that were seen last, of all versions of the app, and those around saved booths. */
const tileCacheName = 'map-tiles';
const savedTileCacheName = 'saved-map-tiles';
/** Of the tiles that were seen, expanded. */
const maxTileBytes = 32 << 20;
/** In which the size of a stored tile is kept. */
const sizeHeader = 'Fourcuts-Size';
/** In requests for tiles that the page stores itself. */
const savedHeader = 'Fourcuts-Saved';

/** All views are one page, also that which the server writes for a booth. */
const isPage = (path) => path === '/' || path.startsWith('/app/') || /^\/booths\/\d+$/.test(path);

self.addEventListener('install', (event) => {
  event.waitUntil(precache().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()));
});

self.addEventListener('push', (event) => event.waitUntil(showNotice(event.data?.json())));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (address.origin !== self.location.origin) return;
  if (event.request.method === 'POST' && address.pathname === sharePath) event.respondWith(storeShared(event.request));
  if (event.request.method !== 'GET') return;
  if (event.request.mode === 'navigate' && isPage(address.pathname)) event.respondWith(networkFirst(event.request));
  else if (address.pathname.startsWith(`/web/${shell.tree}/`)) event.respondWith(cacheFirst(event.request));
  else if (/^\/tiles\/\d+\/\d+\/\d+$/.test(address.pathname)) event.respondWith(tile(event));
});

/** Shows a notice; a later one of the same thing in its place. */
async function showNotice({ language, notice } = {}) {
  // A newer program may have kinds that this one does not know.
  if (!notice || !noticeKinds.includes(notice.kind)) return;
  const words = noticeTexts[language] ?? noticeTexts.ko;
  const text = (key, values) => (words[values.count === 1 ? `${key}.one` : key] ?? words[key] ?? key)
    .replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  await self.registration.showNotification(noticeText(notice, text), {
    tag: notice.id, renotify: true, lang: language, icon: '/apple-touch-icon.png',
    timestamp: Date.parse(notice.created_at), data: noticeAddress(notice) ?? '/app/me/notices',
  });
  await navigator.setAppBadge?.();
}

/** Goes to an address in a window of the app, or in a new one. */
async function openPage(address) {
  await navigator.clearAppBadge?.();
  const [window] = await self.clients.matchAll({ type: 'window' });
  if (!window) return self.clients.openWindow(address);
  await window.focus();
  return window.navigate(address);
}

async function precache() {
  const cache = await caches.open(cacheName);
  await Promise.all([cache.addAll(shell.files), fetch(page()).then(storePage)]);
}

/** Stores the page. That of another version would ask for files that are not cached: then this fails. */
async function storePage(response) {
  const copy = response.clone();
  if (response.status !== 200 || !(await response.text()).includes(`data-tree="/web/${shell.tree}"`)) {
    throw new Error('The page is not of this version.');
  }
  await (await caches.open(cacheName)).put(page(), copy);
}

async function deleteOldCaches() {
  const names = await caches.keys();
  const wanted = [cacheName, sharedCacheName, tileCacheName, savedTileCacheName];
  await Promise.all(names.filter((name) => !wanted.includes(name)).map((name) => caches.delete(name)));
}

/** Stores what another app shares, and opens the editor. */
async function storeShared(request) {
  const form = await request.formData();
  const files = form.getAll('photos').filter((file) => file instanceof File && file.size > 0).slice(0, maxShared);
  const words = ['title', 'text', 'url'].map((name) => form.get(name)).filter(Boolean).join('\n');
  await caches.delete(sharedCacheName);
  const cache = await caches.open(sharedCacheName);
  for (const [number, file] of files.entries()) {
    await cache.put(`${sharePath}?number=${number}&name=${encodeURIComponent(file.name)}`,
      new Response(file, { headers: { 'Content-Type': file.type } }));
  }
  if (words) await cache.put(`${sharePath}?words`, new Response(words));
  return Response.redirect(`${sharePath}?shared=1`, 303);
}

/** The page from the server; offline the last one, whose files are cached as well. */
async function networkFirst(request) {
  try {
    const response = await fetch(request);
    // Its language may be another one than before.
    if (response.status === 200 && new URL(request.url).pathname === '/') {
      storePage(response.clone()).catch(() => {});
    }
    return response;
  } catch (failure) {
    const cached = await (await caches.open(cacheName)).match(page(), { ignoreVary: true });
    if (cached) return cached;
    throw failure;
  }
}

/** What is not cached yet, such as the tiles of the base map, is from now on. */
async function cacheFirst(request) {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.status === 200) cache.put(request, response.clone()).catch(() => {});
  return response;
}

/** A tile of the operator's file, from the server; without a network the one that was stored. */
async function tile(event) {
  try {
    const response = await fetch(event.request);
    const isStoredByPage = event.request.headers.has(savedHeader);
    if (response.status === 200 && !isStoredByPage) event.waitUntil(storeTile(event.request, response.clone()));
    return response;
  } catch (failure) {
    for (const name of [tileCacheName, savedTileCacheName]) {
      const stored = await (await caches.open(name)).match(event.request, { ignoreVary: true });
      if (stored) return stored;
    }
    throw failure;
  }
}

/**
 * The sizes of stored tiles by their addresses, those that were seen first in front.
 * @type {Promise<Map<string, number>> | null}
 */
let tileSizes = null;
/** One tile is stored after the other. */
let storing = Promise.resolve();

function storeTile(request, response) {
  storing = storing.then(async () => {
    const body = await response.arrayBuffer();
    const cache = await caches.open(tileCacheName);
    tileSizes ??= storedSizes(cache);
    const sizes = await tileSizes;
    // Also what is stored is stored again: it is then the one that was seen last.
    sizes.delete(request.url);
    await cache.delete(request.url);
    const headers = { 'Content-Type': response.headers.get('Content-Type') ?? '', [sizeHeader]: `${body.byteLength}` };
    await cache.put(request.url, new Response(body, { headers }));
    sizes.set(request.url, body.byteLength);
    let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [address, size] of sizes) {
      if (total <= maxTileBytes) break;
      await cache.delete(address);
      sizes.delete(address);
      total -= size;
    }
  }).catch(() => {});
  return storing;
}

async function storedSizes(cache) {
  const sizes = new Map();
  for (const request of await cache.keys()) {
    sizes.set(request.url, Number((await cache.match(request)).headers.get(sizeHeader)));
  }
  return sizes;
}
