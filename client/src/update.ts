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
// Milliseconds from the start within which a new version that nobody has asked for may reload the page
// even if a round is being entered by then.
const AT_START = 5_000;
const SOON = 2_000; // milliseconds after the start, when nothing else is to be loaded

const ready = signal(false);
/** Whether a new version waits for its turn. */
export const updateReady: ReadonlySignal<boolean> = ready;

let registration: ServiceWorkerRegistration | null = null; // its `waiting` is the new version
let wantedUntil = 0; // by Date.now(): until then it may reload the page even if a round is being entered
let replaced = false; // it has taken over, and this page is still the old one
let leaving = false; // it is to take over, and this page loads no more screens ahead
let loading = Promise.resolve(); // of screens ahead

/** Keep the client for the time without a network, and follow its new versions from now on. */
export async function startUpdates(): Promise<void> {
  if (!import.meta.env.PROD) return;
  addEventListener("vite:preloadError", () => void reloadIfReplaced());
  setTimeout(() => {
    loading = loadScreens(() => leaving);
  }, SOON);
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  let isFirst = !serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => {
    replaced = !isFirst;
    isFirst = false;
    if (replaced && mayReload()) location.reload();
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
export function takeOver(within = Number.POSITIVE_INFINITY): void {
  wantedUntil = Math.max(wantedUntil, Date.now() + within);
  takeTurn();
}

/** A file is missing: if the server has another build by now, go on with that. */
async function reloadIfReplaced(): Promise<void> {
  const own = document.querySelector('script[type="module"]')?.getAttribute("src");
  const page = await fetch("/index.html", { cache: "no-store" }).catch(() => null);
  if (own && page?.ok && !(await page.text()).includes(own)) location.reload();
}

function mayReload(): boolean {
  return !isTyping.value || Date.now() < wantedUntil;
}

function takeTurn(): void {
  if (!mayReload()) return;
  if (replaced) location.reload();
  else void askWaiting();
}

/**
 * Ask the new version to take over, but not while screens are being loaded: if the old service worker
 * gets a request while Chromium stops it, it starts again, and stays for half a minute (with developer
 * tools, for five), however often the new one is asked.
 */
async function askWaiting(): Promise<void> {
  if (!registration?.waiting) return;
  leaving = true;
  await loading;
  if (mayReload()) registration.waiting?.postMessage("take over");
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
