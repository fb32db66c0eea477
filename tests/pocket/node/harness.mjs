// Runs the worker of docs/pocket.md as a browser would: with its own files for a server, and
// with the requests of a file. Writes what the worker posts, a line for each request.

import { readFile, writeFile } from "node:fs/promises";

const [served, requests, answers] = process.argv.slice(2);
const SERVER = "/api/v1/referee/pocket/";

globalThis.self = globalThis;
globalThis.fetch = async (path) => {
  const name = path.slice(SERVER.length) || "manifest.json";
  return new Response(await readFile(`${served}/${name}`));
};
const posted = [];
globalThis.postMessage = (message) => posted.push(JSON.stringify(message));

await import("./worker.mjs");
for (const line of (await readFile(requests, "utf8")).split("\n").filter(Boolean)) {
  globalThis.onmessage({ data: JSON.parse(line) });
}
await writeFile(answers, posted.join("\n"));
