/** Names of people and groups, as the server takes them. */

export const LONGEST_NAME = 80; // characters, as in the schema

// Marks that change the direction of the text around a name, and characters that end a line.
const NOT_IN_NAMES = /[\u202a-\u202e\u2066-\u2069]|\p{Cc}|\p{Cs}/gu;
// Letters and symbols can be seen, except for these fillers.
const VISIBLE = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name without what the server refuses, and without blanks around it; empty if nothing is left to see. */
export function cleanName(typed: string): string {
  const name = typed.normalize("NFC").replace(/\s+/gu, " ").replace(NOT_IN_NAMES, "").trim();
  return VISIBLE.test(name) ? [...name].slice(0, LONGEST_NAME).join("").trim() : "";
}

/** Whether two names would be taken for one. */
export function sameName(one: string, other: string): boolean {
  const plain = (name: string) => cleanName(name).toLocaleLowerCase();
  return plain(one) === plain(other);
}
