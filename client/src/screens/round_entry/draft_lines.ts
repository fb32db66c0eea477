/** The lines that several phones have entered for a round, beside those typed on this one. */

import { tn } from "../../i18n";
import type { Schemas } from "../../server/problems";
import type { RoundEntry } from "../../store";
import { type TypedRound, typedLine } from "../../store/typed/round";

type Draft = Schemas["RoundDraftDetail"];

/** Whether lines to be recorded contradict what was entered on other phones. */
export function contradicts(draft: Draft, results: readonly RoundEntry[]): boolean {
  return draft.lines.some((line) => {
    const mine = results.find(({ player }) => player === line.player);
    return mine === undefined || differs(line, mine);
  });
}

/** Whether two say different things about a player; what one leaves open does not differ. */
export function differs(theirs: Schemas["DraftLineDetail"], mine: RoundEntry): boolean {
  const [their, my] = [pointsSaid(theirs), pointsSaid(mine)];
  return (
    (their !== null && my !== null && their !== my) ||
    differ(sorted(theirs.cards), sorted(mine.cards)) ||
    differ(theirs.laid_down, mine.laid_down) ||
    (theirs.went_out === true && mine.went_out !== true && my !== null)
  );
}

/** How many of those who play the round have a line; somebody may have left since theirs was entered. */
export function howManyEntered(
  { lines }: Pick<Draft, "lines">,
  playing: readonly string[],
): string {
  const done = lines.filter(({ player }) => playing.includes(player)).length;
  return tn(
    "{count} of {all} players has entered their points.",
    "{count} of {all} players have entered their points.",
    done,
    { all: playing.length },
  );
}

/** What is said in a round that other phones have entered so far, to be finished on this one. */
export function typedFromDraft(draft: Draft, order: readonly string[]): TypedRound {
  const out = draft.lines.find((line) => line.went_out || pointsSaid(line) === 0)?.player ?? null;
  const lines = draft.lines
    .filter((line) => line.player !== out)
    .map((line) => [line.player, typedLine(line)] as const);
  return {
    round: draft.round,
    order,
    out,
    lines: Object.fromEntries(lines),
    at: null,
    overrule: "",
  };
}

function pointsSaid(line: {
  points?: number | null;
  cards?: readonly string[] | null;
  went_out?: boolean | null;
}): number | null {
  if (line.cards) return line.cards.length === 0 ? 0 : null;
  return line.points ?? (line.went_out ? 0 : null);
}

function sorted(cards: readonly string[] | null | undefined): string | null {
  return cards ? [...cards].sort().join(" ") : null;
}

function differ<Said>(one: Said | null | undefined, other: Said | null | undefined): boolean {
  return one != null && other != null && one !== other;
}
