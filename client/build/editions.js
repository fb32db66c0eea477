/** What the referee says about the editions, in English: published, and tested against the code. */

import { readFileSync } from "node:fs";

const NAME = "virtual:editions";
const ANSWERS = new URL("../../docs/cases/edition.jsonl", import.meta.url);

/** The Vite plugin that gives `virtual:editions`, by the names of the editions. */
export function editions() {
  return {
    name: "editions",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      const cases = readFileSync(ANSWERS, "utf-8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .filter(({ language, status }) => language === "en" && status === 200);
      const answers = Object.fromEntries(cases.map(({ answer }) => [answer.edition, answer]));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(answers))});`;
    },
  };
}
