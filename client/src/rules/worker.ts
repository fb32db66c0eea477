/** The worker in which the rules run, so that the page stays quick. */

import type { FromWorker, ToWorker } from "./messages";
import { type PythonRules, startRules } from "./python";
import { cachedMemory, cacheMemory, canCacheMemory } from "./snapshots";

type Load = Extract<ToWorker, { kind: "load" }>;

let rules: PythonRules | undefined;

function tell(message: FromWorker): void {
  postMessage(message);
}

async function hear(message: ToWorker): Promise<void> {
  if (message.kind === "load") {
    await load(message);
    return;
  }
  if (!rules) throw new Error("The rules are not ready.");
  if (message.kind === "install") {
    rules.install(message.archive);
    return;
  }
  const reply = rules.answer(message.name, message.request, message.language);
  tell({ kind: "reply", id: message.id, reply });
}

async function load({ python, rules: files, memory }: Load): Promise<void> {
  const cached = memory === null ? null : await cachedMemory(memory);
  const makes = memory !== null && !cached && canCacheMemory();
  rules = await startRules(python, files, { from: cached, makes });
  tell({ kind: "ready" });
  if (!makes) return;
  await cacheMemory(memory, new Blob([rules.memory()])).catch(() => undefined); // no room for it
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  hear(data).catch((error: unknown) => tell({ kind: "broken", reason: String(error) }));
};

// Python's files are downloaded side by side. Without a network all of them fail, but only the first
// failure is told, and the others have nobody to hear them.
self.addEventListener("unhandledrejection", (event) => event.preventDefault());
