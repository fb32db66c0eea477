/** The service worker, where the browser's caches do not work. */

import { beforeEach, expect, test, vi } from "vitest";

type Fetched = { request: Request; respondWith: (answer: Promise<Response>) => void };

let hear: (event: Fetched) => void;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("SHELL", [["/index.html", "sha"]]);
  vi.stubGlobal("VERSION", "1");
  vi.stubGlobal("self", {
    location: { origin: "http://localhost" },
    addEventListener(name: string, listener: typeof hear) {
      if (name === "fetch") hear = listener;
    },
  });
  const worker: string = new URL("../../src/service_worker/worker.ts", import.meta.url).href;
  await import(/* @vite-ignore */ worker);
});

/** What the page gets from an address. */
function got(path: string, mode: RequestMode): Promise<string> {
  return new Promise((resolve, reject) => {
    const url = `http://localhost${path}`;
    hear({
      request: { method: "GET", url, mode } as Request,
      respondWith: (answer) => void answer.then((found) => found.text()).then(resolve, reject),
    });
  });
}

test.each([
  ["/g/1", "navigate"],
  ["/index.html", "no-cors"],
  ["/assets/python-1/pyodide.mjs", "cors"],
] as const)("%s is had from the server if the disk fails", async (path, mode) => {
  const broken = () => Promise.reject(new DOMException("", "UnknownError"));
  vi.stubGlobal("caches", { open: broken, match: broken });
  vi.stubGlobal("fetch", async ({ url }: Request) => new Response(url));
  expect(await got(path, mode)).toBe(`http://localhost${path}`);
});

test("the page of every screen is the one that is kept, and rules are looked for in all caches", async () => {
  const match = async (file: string | Request, { cacheName = "any" }) =>
    new Response(`${typeof file === "string" ? file : new URL(file.url).pathname} in ${cacheName}`);
  vi.stubGlobal("caches", { match });
  expect(await got("/g/1", "navigate")).toBe("/index.html in tableside-shell-1");
  expect(await got("/assets/python/a.wasm", "cors")).toBe("/assets/python/a.wasm in any");
});
