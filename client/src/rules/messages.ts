/** What the page and the worker tell each other. */

import type { Reply } from "./functions";
import type { Package } from "./python";

/** `memory` is where it is kept; null to begin without. */
export type ToWorker =
  | { kind: "load"; python: string; rules: Package; memory: string | null }
  | { kind: "install"; archive: Uint8Array<ArrayBuffer> }
  | { kind: "ask"; id: number; name: string; request: string; language: string };

/** `broken` means that nothing more is to be expected of this worker. */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "reply"; id: number; reply: Reply }
  | { kind: "broken"; reason: string };
