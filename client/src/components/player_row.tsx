import type { ComponentChildren } from "preact";
import { t, tc } from "../i18n";
import { numberWords, signedNumber } from "../i18n/formats";
import type { Schemas } from "../server/problems";
import { Face, type Faced, inColor } from "./face";
import { PhaseNow, ProgressMarks } from "./phase";
import "./player_row.css";

interface TableProps {
  /** Told to screen readers: "Standings". */
  caption: string;
  children: ComponentChildren;
}

/** The players and their scores, as a table; its rows are `PlayerRow`s. */
export function PlayerTable({ caption, children }: TableProps) {
  return (
    <table class="players">
      <caption class="visually-hidden">{caption}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">{t("Player")}</th>
          <th scope="col">{t("Total")}</th>
          <th scope="col">{t("Phase")}</th>
          <th scope="col">{t("Last round")}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface RowProps {
  player: Faced;
  /** `Tag`s beside the name, such as "deals". */
  tags?: ComponentChildren;
  total: number;
  /** The Phase to lay down next, if there is one. */
  phase: Schemas["NumberedPhase"] | null;
  /** Makes the Phase a button, for its cards. */
  onPhase?: () => void;
  /** How many Phases the game has, and how many are completed. */
  phases: number;
  completed: number | null;
  /** What the last round added, in words: "+5", "out". */
  last?: string | undefined;
  leads?: boolean;
  /** Not at the table: joins later, or has left. */
  away?: boolean;
}

/** What a round added to a total: "+40", or "went out"; the points of a tie-break do not count. */
export function addedBy(
  round: { tie_break: boolean },
  line: Schemas["RoundLine"] | null | undefined,
): string | undefined {
  if (!line) return undefined;
  if (line.went_out) return tc("player", "went out");
  return round.tie_break ? t("tie-break") : signedNumber(line.points);
}

/** A player on the score pad. */
export function PlayerRow(row: RowProps) {
  const words = <PhaseNow phase={row.phase} completed={row.completed} of={row.phases} />;
  return (
    <tr
      class="player"
      style={inColor(row.player.color)}
      data-leads={row.leads || undefined}
      data-away={row.away || undefined}
    >
      <th class="player-head" scope="row">
        <Face of={row.player} />
        <span class="row player-name">
          <bdi class="cut">{row.player.name}</bdi>
          {row.tags}
        </span>
      </th>
      <td class="player-total number">{numberWords(row.total)}</td>
      <td class="player-phase">
        {row.onPhase && row.phase ? (
          <button type="button" class="player-words" onClick={row.onPhase}>
            {words}
          </button>
        ) : (
          <span class="player-words">{words}</span>
        )}
        <ProgressMarks of={row.phases} completed={row.completed} />
      </td>
      <td class="player-last">{row.last}</td>
    </tr>
  );
}
