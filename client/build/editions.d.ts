import type { Plugin } from "vite";

/** Gives `virtual:editions`; see editions.js. */
export function editions(): Plugin;
