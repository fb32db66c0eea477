import { type ComponentChild, Fragment, h } from "preact";

/** A translated text with elements in place of some `{name}`s: `rich(t("{name} deals"), { name: … })`. */
export function rich(text: string, parts: Readonly<Record<string, ComponentChild>>) {
  const pieces = text.split(/(\{\w+\})/).map((piece) => parts[piece.slice(1, -1)] ?? piece);
  return h(Fragment, null, ...pieces);
}
