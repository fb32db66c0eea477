import type { Plugin } from "vite";

/** Compresses what is built; see compress.js. */
export function compress(): Plugin;
