/** Writes the service worker to `/sw.js`, with the list of the files that it keeps. */

import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transformWithOxc } from "vite";

const SOURCE = "src/service_worker/worker.ts";
// Not Python, which the rules download when they are wanted, nor icons, which the browser keeps.
const LEFT_OUT = /^(sw\.js|icons\/.*|assets\/python-.*)$|\.map$/;

/** The Vite plugin that does it, after everything else is written. */
export function serviceWorker() {
  return {
    name: "tableside:service-worker",
    apply: "build",
    writeBundle: { order: "post", sequential: true, handler: ({ dir }) => write(dir) },
  };
}

async function write(dir) {
  const names = (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .filter((name) => !LEFT_OUT.test(name))
    .sort();
  const shell = await Promise.all(
    names.map(async (name) => [`/${name}`, digest(await readFile(join(dir, name)))]),
  );
  const source = await readFile(SOURCE, "utf8");
  const { code } = await transformWithOxc(source, SOURCE, { target: "es2022" });
  const version = createHash("sha256").update(JSON.stringify(shell)).update(code).digest("hex");
  const constants = { SHELL: shell, VERSION: version.slice(0, 16) };
  const lines = Object.entries(constants).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
  );
  await writeFile(
    join(dir, "sw.js"),
    [...lines, code.replace(/^export \{\s*\};?/m, "")].join("\n"),
  );
}

/** As browsers compare it. */
function digest(content) {
  return `sha256-${createHash("sha256").update(content).digest("base64")}`;
}
