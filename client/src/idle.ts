/** Work that can wait until what a finger asked for is drawn. */

const PAUSE = 100; // milliseconds, where the browser does not say when it is idle

/** Resolves when there is nothing else to do, or after this many milliseconds: some never rest. */
export function idle(atLatest?: number): Promise<void> {
  return new Promise((resolve) => {
    const options = atLatest === undefined ? {} : { timeout: atLatest };
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), options);
    else setTimeout(resolve, atLatest ?? PAUSE);
  });
}
