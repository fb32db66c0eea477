/** The same stories each time, as a failure should come from a change; new ones with FULL=all. */

import fc from "fast-check";

declare const process: { env: { FULL?: string } };

if (process.env.FULL !== "all") fc.configureGlobal({ seed: 10 });
