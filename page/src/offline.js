// Keeps the files of the site, so that it works without a network from the second visit on. The build puts
// VERSION and KEPT before this.
//
// A new version is fetched beside the old one and takes its place only when no page is open any more: a page
// that is open goes on with what it began with. What is seldom needed is kept once it was asked for.

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const NAME = `scorecheck ${VERSION}`;

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(KEPT.map((one) => new Request(one, { cache: "no-cache" })))));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("scorecheck ") && name !== NAME) await caches.delete(name);
      }
      await scope.clients.claim();
    })(),
  );
});

scope.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(answer(event.request));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found !== undefined) return found;
  const fresh = await fetch(request);
  if (fresh.ok && new URL(request.url).pathname.endsWith(".gz")) await cache.put(request, fresh.clone());
  return fresh;
}
