/** Before and after each test, whose files share a process and what they import. */

import fc from "fast-check";
import { afterEach, vi } from "vitest";

declare const process: { env: { FULL?: string } };

// The same stories each time, as a failure should come from a change; new ones with FULL=all.
if (process.env.FULL !== "all") fc.configureGlobal({ seed: 10 });

// What the tests of the real server speak to; the client looks for it where its page comes from.
const SERVER = import.meta.env.VITE_SERVER as string | undefined;
if (SERVER) Object.assign(globalThis, { location: { origin: SERVER } });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
