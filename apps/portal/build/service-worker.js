// Service worker of the portal (VP-21 to VP-27). It answers own files from storage and nothing else: no call of
// the API, no token. The build sets the list of files and its version.
const files = __FILES__;
const page = '/';
const prefix = 'platen-app-';
const name = `${prefix}__VERSION__`;
/** Longest wait for the page from the network when it is stored. */
const patienceMs = 3000;
const known = new Set(files);
const notScreens = /^\/(v\d+|identity|assets|docs|metrics|healthz|readyz)(\/|$)/i;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(name)
      .then((cache) => cache.addAll([page, ...files].map((path) => new Request(path, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((one) => one.startsWith(prefix) && one !== name).map((one) => caches.delete(one))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!notScreens.test(url.pathname) && !/\.[^/]*$/.test(url.pathname)) event.respondWith(showPage(request));
  } else if (known.has(url.pathname)) event.respondWith(readFile(request, url.pathname));
});

/** The page from the network, so that settings of the site stay true; from storage where it does not come. */
async function showPage(request) {
  const stored = await (await caches.open(name)).match(page);
  if (stored === undefined) return fetch(request);
  const late = new Promise((done) => setTimeout(() => done(stored.clone()), patienceMs));
  return Promise.race([fetch(request).catch(() => stored), late]);
}

/** Names of files change with their content, so that a stored one is the right one. */
async function readFile(request, path) {
  return (await (await caches.open(name)).match(path)) ?? fetch(request);
}

// The worker has no token, so a page sends what waits; without an open page it is sent when one is opened.
self.addEventListener('sync', (event) => {
  if (event.tag !== 'platen.records') return;
  event.waitUntil(askPages());
});

async function askPages() {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of the worker has none
  for (const one of await self.clients.matchAll({ type: 'window' })) one.postMessage('send');
}
