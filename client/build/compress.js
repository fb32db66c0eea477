/** Compresses what is built, once and well, so that the server need not: `.br` and `.gz` beside it. */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const KINDS = new Set([
  ".css",
  ".html",
  ".js",
  ".json",
  ".mjs",
  ".svg",
  ".wasm",
  ".webmanifest",
  ".zip",
]);
const LARGE = 500_000; // bytes, from which on the best quality would take many seconds
const WORTH_IT = 0.95; // of the size

/** The Vite plugin that does it, after everything is written. */
export function compress() {
  return {
    name: "tableside:compress",
    apply: "build",
    writeBundle: { order: "post", sequential: true, handler: ({ dir }) => compressAll(dir) },
  };
}

async function compressAll(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && KINDS.has(extname(entry.name)));
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
}

async function compressFile(path) {
  const content = await readFile(path);
  const isLarge = content.length > LARGE;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isLarge ? 7 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const compressed = {
    ".br": await promisify(brotliCompress)(content, { params }),
    ".gz": await promisify(gzip)(content, { level: isLarge ? 6 : 9 }),
  };
  for (const [suffix, bytes] of Object.entries(compressed)) {
    if (bytes.length < content.length * WORTH_IT) await writeFile(path + suffix, bytes);
  }
}
