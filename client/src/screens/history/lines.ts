/** The lines of a round before and after, by player. Pure. */

import { t } from "../../i18n";
import type { Schemas } from "../../server/problems";
import type { Difference, NameOf } from "./difference";

type Line = Schemas["EnteredLine"];

/** The lines that are different; only those of one side if the other has none. */
export function lineDifferences(
  before: readonly Line[],
  after: readonly Line[],
  nameOf: NameOf,
): Difference[] {
  const players = new Set([...before, ...after].map(({ player }) => player));
  return [...players].flatMap((player): Difference[] => {
    const was = inWords(before.find((line) => line.player === player));
    const is = inWords(after.find((line) => line.player === player));
    return was === is ? [] : [{ what: nameOf(player), before: was, after: is }];
  });
}

function inWords(line: Line | undefined): string | null {
  if (!line) return null;
  const { points, went_out, laid_down } = line;
  if (went_out) return points === 0 ? t("went out") : t("{points}, went out", { points });
  return laid_down
    ? t("{points}, laid down", { points })
    : t("{points}, not laid down", { points });
}
