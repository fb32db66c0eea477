/**
 * The memory of Python with the rules in it, as it was once they were imported.
 *
 * The first start of a version makes it; later ones begin with it and take a third of the time.
 * It lies beside the files of the rules, where there is a cache.
 */

import { CACHE } from "./downloads";

/** The memory that is cached at an address; null if there is none. */
export async function cachedMemory(address: string): Promise<Uint8Array | null> {
  try {
    const cached = await (await caches.open(CACHE)).match(address);
    if (!cached?.body) return null;
    const memory = cached.body.pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(memory).arrayBuffer());
  } catch {
    return null; // an old browser, or an insecure context
  }
}

/** Whether memory can be cached here. */
export function canCacheMemory(): boolean {
  return "caches" in globalThis && "CompressionStream" in globalThis;
}

/**
 * Keep memory at an address.
 *
 * It comes as a blob, since the copy takes long: if the page is left meanwhile, the worker ends when
 * this function is called. Chromium crashes if it is to begin a stream in a worker that is to end.
 */
export async function cacheMemory(address: string, memory: Blob): Promise<void> {
  const compressed = memory.stream().pipeThrough(new CompressionStream("gzip"));
  const content = await new Response(compressed).arrayBuffer();
  await (await caches.open(CACHE)).put(address, new Response(content));
}
