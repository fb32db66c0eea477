/** The server's own rules, run by Pyodide: in the worker, and in tests by Node. */

import type { Reply } from "./functions";

/** The files of the rules, as the manifest names them. */
export interface Package {
  format: string;
  entryPoint: string; // `module:function`
  language: string; // of the texts
  archives: Uint8Array<ArrayBuffer>[];
}

/** Rules that are ready to answer. */
export interface PythonRules {
  /** Add an archive, such as the texts of a language. */
  install(archive: Uint8Array<ArrayBuffer>): void;
  /** Answer a request as the server would. Throws if the function is unknown. */
  answer(name: string, request: string, language: string): Reply;
  /** The memory to begin with another time, if it was asked for; call it before all others. */
  memory(): Uint8Array<ArrayBuffer>;
}

/** The memory to begin with, of the same version; and whether it is to be had afterwards. */
export interface Memory {
  from: Uint8Array | null;
  makes: boolean;
}

const FOLDER = "rules";

/** Start Python from its files at `from`, an absolute address that ends with a slash. */
export async function startRules(
  from: string,
  rules: Package,
  memory: Memory = { from: null, makes: false },
): Promise<PythonRules> {
  // The files belong together, so they are not bundled.
  const pyodide: typeof import("pyodide") = await import(/* @vite-ignore */ `${from}pyodide.mjs`);
  const python = await pyodide.loadPyodide({
    indexURL: from,
    ...(memory.from ? { _loadSnapshot: memory.from } : { _makeSnapshot: memory.makes }),
  });
  const install = (archive: Uint8Array<ArrayBuffer>) =>
    python.unpackArchive(archive, rules.format, { extractDir: FOLDER });
  rules.archives.forEach(install);
  if (!memory.from) python.pyimport("sys").path.insert(0, FOLDER);
  const [module = "", name = ""] = rules.entryPoint.split(":");
  const entry = python.pyimport(module)[name];
  const decoder = new TextDecoder();
  return {
    install,
    memory: () => new Uint8Array(python.makeMemorySnapshot()),
    answer(name, request, language) {
      const reply = entry(name, request, language);
      try {
        const [status, body] = reply.toJs();
        return { status, body: decoder.decode(body) };
      } finally {
        reply.destroy();
      }
    },
  };
}
