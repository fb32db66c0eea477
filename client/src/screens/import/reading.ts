/** What a preview leaves open, and what somebody has said about it. Pure. */

import type { Schemas } from "../../server/problems";

export type Preview = Schemas["ImportPreview"];
export type Reading = Schemas["ReadAgainRequest"];

/** What a part of the form of a preview shows, and how it has the file read in another way. */
export interface PartProps {
  preview: Preview;
  reading: Reading;
  onRead: (reading: Reading) => void;
}

/** What was chosen on this phone: it stays from one preview to the next. */
export interface Choices {
  /** The player that a name means: an id, or `new`. */
  players: Readonly<Record<string, string>>;
  /** Why counts that are not possible should be accepted. */
  overrule: string;
}

export const NOTHING_CHOSEN: Choices = { players: {}, overrule: "" };

export const NEW_PLAYER = "new";

/** What was chosen, for the next file: whoever was new is a player by then, not made once more. */
export function forNextFile(players: Choices["players"]): Choices["players"] {
  return Object.fromEntries(Object.entries(players).filter(([, player]) => player !== NEW_PLAYER));
}

/** The result of a finished preview; null for any other job. */
export function previewOf({ kind, result }: Schemas["JobDetail"]): Preview | null {
  return kind === "preview" && result?.kind === "preview" ? (result as Preview) : null;
}

/** The result of a finished import; null for any other job. */
export function importOf({ kind, result }: Schemas["JobDetail"]): Schemas["ImportResult"] | null {
  return kind === "import" && result?.kind === "import"
    ? (result as Schemas["ImportResult"])
    : null;
}

/** What has to be done before the import, if anything. */
export type Step = "read" | "solve" | "names" | "reason" | "nothing" | "import";

export function nextStep(preview: Preview, reading: Reading, choices: Choices): Step {
  if (Object.keys(reading).length > 0) return "read";
  if (preview.blocking_count > 0) return "solve";
  if (openNames(preview, choices).length > 0) return "names";
  if (preview.problem_count > 0 && choices.overrule.trim() === "") return "reason";
  const mayBring = preview.skipped_count > 0 && choices.overrule.trim() !== "";
  return preview.new === 0 && !mayBring ? "nothing" : "import";
}

/** The player that a name means so far; null if nobody has said it. */
export function playerOf(
  { name, suggestion }: Schemas["PreviewName"],
  choices: Choices,
): string | null {
  return choices.players[name] ?? suggestion;
}

/** The names whose player has to be chosen. */
export function openNames(preview: Preview, choices: Choices): string[] {
  return preview.players.filter((name) => playerOf(name, choices) === null).map(({ name }) => name);
}

/** What was chosen for the names of this file, and not for those of others. */
export function playersOf(preview: Preview, { players }: Choices): Record<string, string> {
  const chosen = preview.players.flatMap(({ name }) => {
    const player = players[name];
    return player === undefined ? [] : [[name, player] as const];
  });
  return Object.fromEntries(chosen);
}

// --- Reading the file in another way ---------------------------------------------------
// A field replaces the one of the preview, so it contains what was said before, too.

export function withColumn(
  preview: Preview,
  reading: Reading,
  heading: string,
  meaning: string,
): Reading {
  const before = reading.columns ?? preview.options.columns;
  return { ...reading, columns: { ...before, [heading]: meaning } };
}

/** Say which edition a game of the file is; null: none, and it is left alone. */
export function withEdition(
  preview: Preview,
  reading: Reading,
  name: string,
  edition: Schemas["EditionName"] | null,
): Reading {
  const before = reading.editions ?? (preview.options.editions as Reading["editions"]);
  if (edition) return { ...reading, editions: { ...before, [name]: edition } };
  const { [name]: _dropped, ...editions } = before ?? {};
  return { ...reading, editions };
}

/** Leave lines out, or take them in again. */
export function withSkip(
  preview: Preview,
  reading: Reading,
  lines: readonly number[],
  out: boolean,
): Reading {
  const skipped = new Set(reading.skip ?? preview.options.skip);
  for (const line of lines) {
    if (out) skipped.add(line);
    else skipped.delete(line);
  }
  return { ...reading, skip: [...skipped].sort((one, other) => one - other) };
}

/** Say whether names are the same person. */
export function withSame(
  preview: Preview,
  reading: Reading,
  names: readonly string[],
  same: boolean,
): Reading {
  const before = reading.same_as ?? preview.options.same_as;
  const others = before.filter((each) => !isSame(each.names, names));
  return { ...reading, same_as: [...others, { names: [...names], same }] };
}

/** Whether names are the same person, by what was said so far; null if nobody has said it. */
export function sameSaid(
  { names, same }: Schemas["PreviewSimilarNames"],
  reading: Reading,
): boolean | null {
  return reading.same_as?.find((each) => isSame(each.names, names))?.same ?? same;
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name) => others.includes(name));
}
