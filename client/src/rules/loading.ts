/**
 * When the rules are loaded onto the phone: the state, a crash, another language, a new version.
 *
 * A new version takes the place of the present one only while no round is being entered.
 */

import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { language } from "../i18n";
import { becomes, inTime } from "../timing";
import {
  cachedManifest,
  cacheRules,
  download,
  downloadTexts,
  type Manifest,
  memoryAddress,
  newestManifest,
  rememberedManifest,
} from "./downloads";
import { PhoneRules } from "./phone";
import type { Package } from "./python";

export type RulesState = "off" | "loading" | "ready" | "failed";

declare const PYTHON_AT: string; // set by build/python.ts
const PYTHON_FILES = [
  "pyodide.mjs",
  "pyodide.asm.mjs",
  "pyodide.asm.wasm",
  "pyodide-lock.json",
  "python_stdlib.zip",
];
const RESTARTS = 1;
const LOOK_AGAIN = 3_600_000; // milliseconds from one look for a new version to the next
// Milliseconds to wait for the server's word on the newest version: if there is one here, and if not.
const SHORTLY = 5_000;
const AT_LENGTH = 60_000;
const TEXTS_WITHIN = 1_500; // milliseconds that a question waits for texts in its language
const PAINTED_BY = 10_000; // milliseconds
const AGAIN = 15_000; // milliseconds until a server that was busy is asked again
const SOON = 1_500; // milliseconds, where the browser does not say when it is idle

/** Whether a round is being entered: the rules do not change meanwhile. Screens set it. */
export const roundInEntry = signal(false);

const state = signal<RulesState>("off");

/** `off` if not wanted yet, or not downloaded for want of a network. */
export const rulesState: ReadonlySignal<RulesState> = state;

interface Loaded {
  manifest: Manifest;
  languages: Set<string>;
  /** Languages on their way; resolved if they take too long to be waited for. */
  coming: Map<string, Promise<unknown>>;
  rules: PhoneRules;
}

let loaded: Loaded | null = null;
let crashes = 0;
let lookedAt = 0;

/** Load the rules now, unless they are loaded. */
export function loadRules(): void {
  if (state.value === "off" || state.value === "failed") void load();
}

/**
 * Load the rules once the browser has nothing else to do.
 *
 * To save data, only rules that need not be downloaded are loaded.
 */
export function loadRulesWhenIdle(dataSaver = false): void {
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
  const saves = dataSaver || connection?.saveData === true;
  const start = async () => {
    if (state.value === "off" && (!saves || (await cachedManifest()))) loadRules();
  };
  const wait = () => whenPainted(() => whenIdle(() => void start()));
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
  addEventListener("online", wait);
  document.addEventListener("visibilitychange", () => document.hidden || wait());
}

/** Do it once the first screen has been drawn. */
function whenPainted(work: () => void): void {
  const late = setTimeout(done, PAINTED_BY); // as in a tab that nobody has looked at yet
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length > 0) done();
  });
  observer.observe({ type: "paint", buffered: true });
  function done(): void {
    clearTimeout(late);
    observer.disconnect();
    work();
  }
}

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work, SOON);
}

/** The rules on the phone, with the texts of the language in use; null if they are not ready. */
export async function phoneRules(): Promise<PhoneRules | null> {
  const now = loaded;
  const wanted = language.value;
  if (now && !now.languages.has(wanted)) await (now.coming.get(wanted) ?? addTexts(now, wanted));
  return now?.rules ?? null;
}

/** Add the texts of a language; who asks waits a moment for them. Until they are there, texts are in English. */
function addTexts({ manifest, languages, coming, rules }: Loaded, wanted: string) {
  const added = downloadTexts(manifest, wanted, AT_LENGTH)
    .then((texts) => {
      if (texts) rules.install(texts);
      languages.add(wanted);
    })
    .catch(() => {}) // no network: the next question tries again
    .finally(() => coming.delete(wanted));
  const soon = inTime(TEXTS_WITHIN, added);
  coming.set(wanted, soon);
  return soon;
}

/** Resolves when the rules are ready, or will not be. */
export function settled(): Promise<unknown> {
  return becomes(() => state.value !== "loading");
}

async function load(): Promise<void> {
  state.value = "loading";
  performance.mark("rules loading");
  const cached = await cachedManifest();
  const manifest =
    (roundInEntry.value && cached) ||
    (await newest(cached ? SHORTLY : AT_LENGTH)) ||
    cached ||
    (await rememberedManifest());
  const files = manifest && (await download(manifest, language.value).catch(() => null));
  if (!manifest || !files) {
    state.value = "off";
    if (navigator.onLine) setTimeout(loadRules, AGAIN);
    return;
  }
  try {
    use(await started(manifest, files));
  } catch (error) {
    crashed(error);
  }
}

async function started(manifest: Manifest, files: Package): Promise<Loaded> {
  // Vite builds the worker only if it is written like this, in one expression.
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const rules = new PhoneRules(worker);
  // After a crash, the memory that was cached is not to be trusted.
  const memory = crashes === 0 ? memoryAddress(manifest, PYTHON_AT) : null;
  await rules.load(new URL(PYTHON_AT, location.href).href, files, memory);
  return { manifest, languages: new Set(["en", files.language]), coming: new Map(), rules };
}

function use(next: Loaded): void {
  loaded?.rules.stop();
  loaded = next;
  next.rules.onBroken = crashed;
  state.value = "ready";
  performance.mark("rules ready");
  cacheRules(next.manifest, PYTHON_AT, PYTHON_FILES).catch(() => undefined); // no room: download again next time
}

/** Try once more; after that the server answers. */
function crashed(reason: unknown): void {
  console.warn("The rules on this phone stopped:", reason);
  loaded = null;
  if (crashes < RESTARTS) {
    crashes += 1;
    void load();
  } else {
    state.value = "failed";
  }
}

async function newest(within: number): Promise<Manifest | null> {
  lookedAt = Date.now();
  return newestManifest(within);
}

/** Change to a new version, if there is one and nobody is entering a round. */
async function renew(): Promise<void> {
  if (!loaded || roundInEntry.value || Date.now() - lookedAt < LOOK_AGAIN) return;
  const manifest = await newest(AT_LENGTH);
  if (!manifest || manifest.version === loaded?.manifest.version) return;
  try {
    const next = await started(manifest, await download(manifest, language.value));
    if (roundInEntry.value) next.rules.stop();
    else use(next);
  } catch {
    // The present rules stay; the next start tries again.
  }
}

if (typeof document !== "undefined") {
  document.addEventListener("visibilitychange", () => void renew());
}
effect(() => {
  if (!roundInEntry.value) void renew();
});
