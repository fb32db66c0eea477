import type { Plugin } from "vite";

/** Writes the service worker; see service_worker.js. */
export function serviceWorker(): Plugin;
