// Keeps the shell, so that the page opens without a network. What is known of booths is kept by the page itself.
// Before this, the server has put `shell`: the files and the hash of one version of the app.

const cacheName = `shell-${shell.tree}`;
/** The page of browsers: others get another one at the same address. */
const page = () => new Request('/', { headers: { Accept: 'text/html' } });

/** Each view is the same page. */
const isPage = (path) => path === '/' || path.startsWith('/app/');

self.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (event.request.mode === 'navigate' && isPage(address.pathname)) event.respondWith(freshPage(event.request));
  else if (address.pathname.startsWith(`/web/${shell.tree}/`)) event.respondWith(keptFile(event.request));
});

async function keep() {
  const cache = await caches.open(cacheName);
  await Promise.all([cache.addAll(shell.files), cache.add(page())]);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

/** The page as the server has it now; where it cannot be reached, the kept one, whose parts are kept as well. */
async function freshPage(request) {
  try {
    return await fetch(request);
  } catch (failure) {
    const kept = await (await caches.open(cacheName)).match(page(), { ignoreVary: true });
    if (kept) return kept;
    throw failure;
  }
}

async function keptFile(request) {
  return (await (await caches.open(cacheName)).match(request, { ignoreVary: true })) ?? fetch(request);
}
