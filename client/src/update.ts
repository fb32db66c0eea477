/**
 * A new version of the client: it is downloaded beside the present one, and takes its place when
 * that interrupts nobody.
 *
 * That is at the next start, or when another screen is opened or the page is hidden while no
 * round is being entered. Without HTTPS there is no service worker: each start loads the newest.
 */

import { effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { current, loadScreens } from "./router";
import { isTyping } from "./store";

const LOOK_AGAIN = 3_600_000; // milliseconds from one look for a new version to the next
// Milliseconds within which a new version that is to take over may reload the page, even if a
// round is being entered by then: at the start, when nobody has asked for it, and when somebody has.
const AT_START = 5_000;
const AS_ASKED = 30_000;
const ASK_AGAIN = 1_000; // milliseconds until the new version is asked once more to take over
const SOON = 2_000; // milliseconds after the start, when nothing else is to be loaded

const ready = signal(false);
/** Whether a new version waits for its turn. */
export const updateReady: ReadonlySignal<boolean> = ready;

let registration: ServiceWorkerRegistration | null = null; // its `waiting` is the new version
let asked = false; // somebody waits for it to take over now
let asking: ReturnType<typeof setInterval> | undefined; // it once more
let replaced = false; // it has taken over, and this page is still the old one

/** Keep the client for the time without a network, and follow its new versions from now on. */
export async function startUpdates(): Promise<void> {
  if (!import.meta.env.PROD) return;
  addEventListener("vite:preloadError", () => void reloadIfReplaced());
  setTimeout(() => void loadScreens(), SOON);
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  let isFirst = !serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => {
    replaced = !isFirst;
    isFirst = false;
    if (replaced && (asked || !isTyping.value)) location.reload();
  });
  try {
    registration = await serviceWorker.register("/sw.js");
  } catch {
    return; // no network, or no storage: the next start tries again
  }
  follow(registration);
  if (registration.waiting) takeOver(AT_START); // nothing has been begun yet
  effect(() => {
    void current.value?.path;
    untracked(takeTurn);
  });
  document.addEventListener("visibilitychange", () => document.hidden && takeTurn());
}

/** Have the new version take over now; the page is reloaded, and what is typed stays. */
export function takeOver(within = AS_ASKED): void {
  asked = true;
  // It waits for downloads of the old one, which takes its time on a slow phone. Asking once has
  // been seen to come to nothing.
  clearInterval(asking);
  const until = Date.now() + within;
  asking = setInterval(() => {
    asked = Date.now() < until;
    if (asked) askWaiting();
    else clearInterval(asking);
  }, ASK_AGAIN);
  takeTurn();
}

/** A file is missing: if the server has another build by now, go on with that. */
async function reloadIfReplaced(): Promise<void> {
  const own = document.querySelector('script[type="module"]')?.getAttribute("src");
  const page = await fetch("/index.html", { cache: "no-store" }).catch(() => null);
  if (own && page?.ok && !(await page.text()).includes(own)) location.reload();
}

function takeTurn(): void {
  if (isTyping.value && !asked) return;
  if (replaced) location.reload();
  else askWaiting();
}

function askWaiting(): void {
  registration?.waiting?.postMessage("take over");
}

function follow(registration: ServiceWorkerRegistration): void {
  const note = () => {
    ready.value = registration.waiting !== null && navigator.serviceWorker.controller !== null;
    if (ready.value && document.hidden) takeTurn();
  };
  note();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", note);
    note(); // it may be installed by now
  });
  let lookedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - lookedAt < LOOK_AGAIN) return;
    lookedAt = Date.now();
    registration.update().catch(() => {}); // no network
  });
}
