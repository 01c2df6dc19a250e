// Keeps the page in the browser, so that it comes without a network. `SITE`, which the program puts before this, has
// the names of the files: `shell` is what every page needs, `rest` what all games do, kept once somebody plays one.

const CACHE = `hindsight ${SITE.version}`;
const address = (name) => new URL(encodeURI(name), registration.scope).href;
const kept = new Set([...SITE.shell, ...SITE.rest].map(address));

/** Fetches files that are not kept yet; those that cannot be had now are fetched when they are needed. */
async function keep(names) {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map((request) => request.url));
  const missing = names.map(address).filter((url) => !known.has(url));
  const few = 8;
  const fetchNext = async () => {
    for (let url = missing.pop(); url; url = missing.pop()) {
      await cache.add(url).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: few }, fetchNext));
}

addEventListener("install", (event) => {
  event.waitUntil(keep(SITE.shell).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("hindsight ") && name !== CACHE;
  const forget = async () => {
    for (const name of (await caches.keys()).filter(old)) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener("message", (event) => {
  if (event.data === "everything") event.waitUntil(keep(SITE.rest));
});

/** From the network, which knows better; without one, the page as it was kept, which finds its way by `at`. */
async function navigate(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const home = await caches.match(address("./"), { cacheName: CACHE });
    if (!home) throw error;
    const { href } = new URL(request.url);
    const rest = href.slice(registration.scope.length);
    if (rest === "" || rest.startsWith("?at=")) return home;
    return Response.redirect(`${registration.scope}?at=${encodeURIComponent(rest)}`);
  }
}

async function fromStore(request) {
  const found = await caches.match(request.url, { cacheName: CACHE });
  if (found) return found;
  const told = await fetch(request);
  if (told.status === 200) {
    const cache = await caches.open(CACHE);
    await cache.put(request.url, told.clone());
  }
  return told;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  // Pieces of tables are kept as they are asked for.
  const isPiece = request.url.startsWith(address("tables/")) && /\.\d+$/.test(request.url);
  if (request.mode === "navigate") event.respondWith(navigate(request));
  else if (kept.has(request.url) || isPiece) event.respondWith(fromStore(request));
});
