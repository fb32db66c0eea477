/**
 * The service worker: opens the client without a network.
 *
 * It keeps the shell (the page, all screens and texts) of one version. A new version is downloaded
 * beside it and waits until the page tells it to take over. It never touches the API. The rules on
 * the phone have a cache of their own, which `rules/downloads.ts` fills.
 *
 * `build/service_worker.js` writes it to `/sw.js`, with the list of files in front.
 */

declare const self: ServiceWorkerGlobalScope;

export {}; // a module, which has a `self` of its own

/** Every file of the shell: its address, and the digest of its content. */
declare const SHELL: readonly (readonly [address: string, integrity: string])[];
/** Another one for every build. */
declare const VERSION: string;

const PREFIX = "tableside-shell-";
const CACHE = PREFIX + VERSION;
const PAGE = "/index.html";
const addresses = new Set(SHELL.map(([address]) => address));

self.addEventListener("install", (event) => event.waitUntil(cacheShell()));

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOlder().then(() => self.clients.claim()));
});

self.addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (isScreen(pathname)) event.respondWith(cached(PAGE, request, CACHE));
  } else if (addresses.has(pathname)) {
    event.respondWith(cached(pathname, request, CACHE));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(cached(request, request)); // a file of the rules, which another cache may have
  }
});

/** Download the shell; all of it, or the worker is not installed. */
async function cacheShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    SHELL.map(async ([address, integrity]) => {
      // The browser may have what never changes. A digest, so that no two builds are mixed.
      const mode = address.startsWith("/assets/") ? "default" : "no-cache";
      const request = new Request(address, { integrity, cache: mode, credentials: "omit" });
      await cache.add(request);
    }),
  );
}

async function forgetOlder(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Any address but those of the API, its documentation and files to download is a screen. */
function isScreen(path: string): boolean {
  return !/^\/(api|static|install)\//.test(path) && !addresses.has(path);
}

/** A file from a cache, or from any; from the server if none has it, or if the disk fails. */
async function cached(file: RequestInfo, request: Request, cacheName?: string): Promise<Response> {
  const options = { ignoreVary: true, ...(cacheName && { cacheName }) };
  return (await caches.match(file, options).catch(() => undefined)) ?? fetch(request);
}
