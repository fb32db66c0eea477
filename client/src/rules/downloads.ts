/**
 * The files of the rules: downloaded once, and cached for days without a network.
 *
 * They lie in a cache of their own. Where there is none (an insecure context), the browser's HTTP
 * cache has them, because everything but the manifest never changes.
 */

import type { Schemas } from "../server/problems";
import type { Package } from "./python";

export type Manifest = Schemas["PocketManifest"];

export const CACHE = "tableside-rules";
const MANIFEST = "/api/v1/referee/pocket/";

function cache(): Promise<Cache | null> {
  return "caches" in globalThis ? caches.open(CACHE).catch(() => null) : Promise.resolve(null);
}

/** The newest rules of the server; null without a network, or an answer in these milliseconds. */
export function newestManifest(within: number): Promise<Manifest | null> {
  return manifestIn(() => fetch(MANIFEST, { signal: AbortSignal.timeout(within) }));
}

/** The rules that this phone has cached; null if there are none. */
export function cachedManifest(): Promise<Manifest | null> {
  return manifestIn(async () => (await cache())?.match(MANIFEST));
}

/** The rules that the browser's HTTP cache remembers, where there is no other; else null. */
export async function rememberedManifest(): Promise<Manifest | null> {
  if ("caches" in globalThis) return null;
  return manifestIn(() => fetch(MANIFEST, { cache: "only-if-cached", mode: "same-origin" }));
}

async function manifestIn(read: () => Promise<Response | undefined>): Promise<Manifest | null> {
  try {
    const response = await read();
    return response?.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** Download what the rules need, as far as it is not cached; throws without a network. */
export async function download(manifest: Manifest, language: string): Promise<Package> {
  const addresses = [manifest.address, ...textsIn(manifest, language)];
  return {
    format: manifest.format,
    entryPoint: manifest.entry_point,
    language,
    archives: await Promise.all(addresses.map((address) => bytes(MANIFEST + address))),
  };
}

/** The archive with the texts in a language, within milliseconds; null for English, which needs none. */
export async function downloadTexts(
  manifest: Manifest,
  language: string,
  within: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const [address] = textsIn(manifest, language);
  return address ? bytes(MANIFEST + address, { signal: AbortSignal.timeout(within) }) : null;
}

/** Where the memory of Python with these rules is cached. */
export function memoryAddress(manifest: Manifest, python: string): string {
  return `${python}memory-${manifest.version}`;
}

/** Keep these rules and Python for the time without a network, and forget older ones. */
export async function cacheRules(
  manifest: Manifest,
  at: string,
  names: readonly string[],
): Promise<void> {
  const cached = await cache();
  if (!cached) return;
  const archives = [manifest, ...manifest.languages].map(({ address }) => MANIFEST + address);
  const python = names.map((name) => at + name);
  const wanted = new Set([MANIFEST, ...archives, ...python, memoryAddress(manifest, at)]);
  for (const request of await cached.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await cached.delete(request);
  }
  for (const address of python) if (!(await cached.match(address))) await cached.add(address);
  const headers = { "Content-Type": "application/json" };
  await cached.put(MANIFEST, new Response(JSON.stringify(manifest), { headers }));
}

function textsIn(manifest: Manifest, language: string): string[] {
  return manifest.languages
    .filter((each) => each.language === language)
    .map((each) => each.address);
}

async function bytes(address: string, how?: RequestInit): Promise<Uint8Array<ArrayBuffer>> {
  const cached = await cache();
  let response = await cached?.match(address).catch(() => undefined);
  if (!response) {
    response = await fetch(address, how);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    await cached?.put(address, response.clone()).catch(() => {}); // no room: downloaded again next time
  }
  return new Uint8Array(await response.arrayBuffer());
}
