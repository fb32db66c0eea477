/** The server's own rules as a phone downloads them, packed by the server's own code. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pythonFolder } from "../../build/python.js";
import { answered } from "../../src/rules/functions";
import { startRules } from "../../src/rules/python";

const ROOT = join(import.meta.dirname, "../../..");
const PYTHON = join(ROOT, ".venv/bin/python");
const PACK = `
import base64, json
from pocket.archive import packed
from pocket.wire import manifest
archives = [base64.b64encode(archive.content).decode() for archive in packed().archives()]
print(json.dumps({"manifest": manifest(), "archives": archives}))
`;

/** Start the rules with all languages, from the files that phones get. */
export async function startServerRules(memory) {
  return startRules(await pythonFolder(), packedRules(), memory);
}

/** What a program in Python prints as JSON, with the server's own code; `input` is its argument. */
export function pythonSays(program, input = null) {
  const said = execFileSync(PYTHON, ["-c", program, JSON.stringify(input)], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return JSON.parse(said);
}

function packedRules() {
  const packed = pythonSays(PACK);
  return {
    format: packed.manifest.format,
    language: "en",
    entryPoint: packed.manifest.entry_point,
    archives: packed.archives.map((text) => new Uint8Array(Buffer.from(text, "base64"))),
  };
}

const LINE = /^\{"language":"(\w+)","(request|body)":(.*),"status":(\d+),"answer":(.*)\}$/;

/** The published cases of a function (docs/cases), request and answer to the byte. */
export function cases(name) {
  const text = readFileSync(join(ROOT, "docs/cases", `${name}.jsonl`), "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [, language, kind, asked, status, answer] = LINE.exec(line);
      const request = kind === "body" ? JSON.parse(asked) : asked;
      return { language, request, status: Number(status), answer };
    });
}

/** Ask rules of this process as `ask` does. */
export function answerOf(rules, name, request, language) {
  return answered(rules.answer(name, JSON.stringify(request), language));
}
