/**
 * Python for the rules on the phone: Pyodide's files, served by ourselves.
 *
 * They lie in a folder whose name changes with their contents, so that any cache may keep them
 * for good. The page finds the folder's address in `PYTHON_AT`.
 */

import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";

const PYODIDE = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));
const COPIED = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];
const LIBRARY = "python_stdlib.zip";
const LOCK = "pyodide-lock.json";
const SCRIPT = join(import.meta.dirname, "python_library.py");
const TYPES = {
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".zip": "application/zip",
  ".json": "application/json",
};

/** The Vite plugin that emits the files, or serves them to `npm run dev`. */
export function python() {
  let files;
  let folder;
  return {
    name: "tableside:python",
    async config() {
      const from = await pythonFolder();
      files = new Map([...COPIED, LIBRARY, LOCK].map((name) => [name, readFileSync(from + name)]));
      folder = `assets/python-${digest(files.values())}/`;
      return { define: { PYTHON_AT: JSON.stringify(`/${folder}`) } };
    },
    configureServer(server) {
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const name = request.url.slice(1).replace(/\?.*/, "");
        const content = files.get(name);
        if (!content) return next();
        response.setHeader("Content-Type", TYPES[extname(name)]);
        response.end(content);
      });
    },
    generateBundle() {
      for (const [name, source] of files) {
        this.emitFile({ type: "asset", fileName: folder + name, source });
      }
    },
  };
}

/** The folder with the files, with a slash at the end: made once for each version of Pyodide. */
export async function pythonFolder() {
  const key = digest([readFileSync(join(PYODIDE, "package.json")), readFileSync(SCRIPT)]);
  const folder = join(dirname(PYODIDE), ".cache", `python-${key}`);
  if (!existsSync(folder)) {
    const fresh = `${folder}-${process.pid}`; // others may be making it, too
    mkdirSync(fresh, { recursive: true });
    for (const name of COPIED) copyFileSync(join(PYODIDE, name), join(fresh, name));
    // Pyodide's list of packages, of which the rules need none.
    const { info } = JSON.parse(readFileSync(join(PYODIDE, LOCK), "utf8"));
    writeFileSync(join(fresh, LOCK), JSON.stringify({ info, packages: {} }));
    writeFileSync(join(fresh, LIBRARY), await library());
    if (existsSync(folder)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, folder);
  }
  return `${folder}/`;
}

async function library() {
  const { loadPyodide } = await import("pyodide");
  const python = await loadPyodide();
  const made = python.runPython(`${readFileSync(SCRIPT, "utf8")}\nlibrary()`);
  return made.toJs();
}

function digest(contents) {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 16);
}
