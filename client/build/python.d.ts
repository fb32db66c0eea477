import type { Plugin } from "vite";

/** Serves Python's files; see python.js. */
export function python(): Plugin;

/** The folder with Python's files, with a slash at the end. */
export function pythonFolder(): Promise<string>;
