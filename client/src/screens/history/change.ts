/** A change of a game in plain words: a sentence, and what it was before and after. Pure. */

import { t } from "../../i18n";
import type { Known } from "../../server/apply";
import type { Schemas } from "../../server/problems";
import type { Difference, NameOf } from "./difference";
import { lineDifferences } from "./lines";
import { handicapDifferences, settingDifferences } from "./settings";

export type GameChange = Schemas["GameChange"];
/** A change of a kind that the schema knows: the union without its open member. */
type KnownChange = Known<GameChange>;

/** A change as it is shown. */
export interface ToldChange {
  text: string;
  /** Who did it according to an imported file: not a member, even if a member has this name. */
  byFile: string | null;
  /** Why the table overruled the check. */
  reason: string | null;
  differences: readonly Difference[];
}

/** Tell a change; one of an unknown kind or shape, by another version, is only named. */
export function told(change: GameChange, nameOf: NameOf): ToldChange {
  const actor = change.actor ? change.actor : t("Somebody");
  const byFile = change.entered_by ?? null;
  try {
    if (isKnown(change)) {
      const tell = TELLERS[change.kind] as Teller<KnownChange>;
      return { reason: change.reason, byFile, differences: [], ...tell(change, actor, nameOf) };
    }
  } catch {
    // Its kind is known, but not what it contains.
  }
  const text = t("{actor} changed something that this version cannot show.", { actor });
  return { text, reason: change.reason, byFile, differences: [] };
}

function isKnown(change: GameChange): change is KnownChange {
  return Object.hasOwn(TELLERS, change.kind);
}

type Told = Pick<ToldChange, "text"> & Partial<ToldChange>;
type Teller<Change> = (change: Change, actor: string, nameOf: NameOf) => Told;
type Tellers = { [Kind in KnownChange["kind"]]: Teller<Extract<KnownChange, { kind: Kind }>> };

const TELLERS: Tellers = {
  game_started: ({ after }, actor, nameOf) => ({
    text: t("{actor} started the game.", { actor }),
    differences: handicapDifferences(after, nameOf),
  }),
  game_imported: (_, actor) => ({ text: t("{actor} imported the game from a file.", { actor }) }),
  settings_changed: ({ before, after }, actor, nameOf) => ({
    text: t("{actor} changed the settings.", { actor }),
    differences: settingDifferences(before, after, nameOf),
  }),
  round_recorded: ({ round, after }, actor, nameOf) => ({
    text: t("{actor} recorded round {round}.", { actor, round: round ?? "?" }),
    differences: lineDifferences([], after, nameOf),
  }),
  round_taken_back: ({ round, before }, actor, nameOf) => ({
    text: t("{actor} took round {round} back.", { actor, round: round ?? "?" }),
    differences: lineDifferences(before, [], nameOf),
  }),
  round_corrected: ({ round, before, after }, actor, nameOf) => ({
    text: t("{actor} corrected round {round}.", { actor, round: round ?? "?" }),
    differences: [
      ...lineDifferences(before.lines, after.lines, nameOf),
      ...before.later.map((dropped) => ({
        what: t("Round {round}", { round: dropped.round }),
        before: t("recorded"),
        after: t("dropped"),
      })),
    ],
  }),
  game_abandoned: (_, actor) => ({ text: t("{actor} abandoned the game.", { actor }) }),
  game_ended_early: (_, actor) => ({ text: t("{actor} ended the game early.", { actor }) }),
  game_resumed: (_, actor) => ({ text: t("{actor} resumed the game.", { actor }) }),
  game_archived: (_, actor) => ({ text: t("{actor} archived the game.", { actor }) }),
  game_unarchived: (_, actor) => ({
    text: t("{actor} took the game out of the archive.", { actor }),
  }),
  game_deleted: (_, actor) => ({ text: t("{actor} deleted the game.", { actor }) }),
  game_restored: (_, actor) => ({ text: t("{actor} restored the game.", { actor }) }),
  players_merged: ({ before: { name: gone }, after: { name: into } }, actor) => ({
    text: t("{actor} merged two players: {gone} is {into} from now on.", { actor, gone, into }),
  }),
  player_joined: ({ before, after, round }, actor) => ({
    text: joined(before, after, round, actor),
  }),
  player_left: ({ before, after, round }, actor) => ({ text: left(before, after, round, actor) }),
};

type Part = Schemas["PlayerInGame"] | null;

function joined(before: Part, after: Part, round: number | null, actor: string): string {
  const values = { actor, player: after?.name ?? "", round: round ?? "?" };
  const stint = after?.stints.at(-1);
  if (before && stint?.first_round !== round) {
    return t("{actor} let {player} stay after all.", values);
  }
  if (!stint || stint.total === null) {
    return t("{actor} let {player} come back from round {round} on.", values);
  }
  const terms = { ...values, total: stint.total };
  return stint.phase === "lowest"
    ? t(
        "{actor} let {player} join from round {round} on, with {total} points and the lowest Phase at the table.",
        terms,
      )
    : t("{actor} let {player} join from round {round} on, with {total} points.", terms);
}

function left(before: Part, after: Part, round: number | null, actor: string): string {
  const values = { actor, player: before?.name ?? after?.name ?? "", round: round ?? "?" };
  return after
    ? t("{actor} let {player} leave before round {round}.", values)
    : t("{actor} took {player} out of the game again.", values);
}
