// Keeps the files of the site, so that it works without a network from the second visit on. The build puts
// VERSION and KEPT before this.
//
// A new version is fetched beside the old one and takes its place only when no page is open any more: a page
// that is open goes on with what it began with.

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
  event.respondWith(
    caches
      .open(NAME)
      .then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((found) => found ?? fetch(event.request)),
  );
});
