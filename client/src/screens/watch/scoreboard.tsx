import { Face } from "../../components/face";
import { HandicapTag } from "../../components/handicap";
import { PhaseNow, ProgressMarks } from "../../components/phase";
import { Tag } from "../../components/tag";
import { t, tc } from "../../i18n";
import { numberWords, signedNumber } from "../../i18n/formats";
import type { Schemas } from "../../server/problems";

type Game = Schemas["GameDetail"];

/** The standings, the leader first. Its letters are as large as the screen allows. */
export function Scoreboard({ game, draft }: { game: Game; draft: Schemas["DraftState"] | null }) {
  const standings = [...game.players].sort(
    (one, other) => one.rank - other.rank || one.seat - other.seat,
  );
  const entered = linesBeingEntered(game, draft);
  return (
    // Neither caption nor head are out of the flow: Safari would not stretch the table.
    <table
      class="scoreboard"
      aria-label={t("Standings")}
      style={{ "--rows": Math.max(standings.length, 3), "--longest": longestWord(standings) }}
    >
      <colgroup>
        <col class="scoreboard-rank-column" />
        <col />
        <col class="scoreboard-phase-column" />
        <col class="scoreboard-round-column" />
        <col class="scoreboard-total-column" />
      </colgroup>
      <thead>
        <tr class="visually-hidden">
          <th scope="col">{t("Place")}</th>
          <th scope="col">{t("Player")}</th>
          <th scope="col">{t("Phase")}</th>
          <th scope="col">{entered ? t("Being entered") : t("Last round")}</th>
          <th scope="col">{t("Total")}</th>
        </tr>
      </thead>
      <tbody>
        {standings.map((standing) => (
          <Row key={standing.id} game={game} standing={standing} entered={entered} />
        ))}
      </tbody>
    </table>
  );
}

/** How many letters the longest word of all names has: none is to be torn. */
function longestWord(standings: readonly Schemas["PlayerStanding"][]): number {
  return Math.max(
    ...standings.flatMap(({ name }) => name.split(/[\s-]/).map((word) => word.length)),
  );
}

interface RowProps {
  game: Game;
  standing: Schemas["PlayerStanding"];
  entered: ReadonlyMap<string, Line> | null;
}

function Row({ game, standing, entered }: RowProps) {
  const { id, name, rank, phase, completed, total, won, at_table } = standing;
  const next = game.next_round;
  const numbered = game.phases.find((each) => each.phase === phase) ?? null;
  const last = entered ? enteredWords(entered.get(id)) : lastWords(game, id);
  return (
    <tr data-leads={(game.status === "playing" ? rank === 1 : won) || undefined}>
      <td class="scoreboard-rank number" data-away={!at_table || undefined}>
        {rank}
      </td>
      <th scope="row">
        <div class="scoreboard-name">
          <Face of={standing} />
          <bdi class="two-lines" title={name}>
            {name}
          </bdi>
          <span class="wrapping scoreboard-tags">
            {won && <Tag on>★ {t("won")}</Tag>}
            {next?.dealer === id && <Tag>{t("deals")}</Tag>}
            {next?.starter === id && <Tag on>{t("starts")}</Tag>}
            {!at_table && game.status === "playing" && <Tag>{t("not at the table")}</Tag>}
            <HandicapTag of={standing} />
          </span>
        </div>
      </th>
      <td class="scoreboard-phase">
        {(at_table || completed !== null) && (
          <>
            <span class="scoreboard-words">
              {at_table && (
                <PhaseNow phase={numbered} completed={completed} of={game.phases.length} />
              )}
            </span>
            <ProgressMarks of={game.phases.length} completed={completed} />
          </>
        )}
      </td>
      <td class="scoreboard-round number" data-word={/\p{L}/u.test(last) || undefined}>
        {last}
      </td>
      <td class="scoreboard-total number">{numberWords(total)}</td>
    </tr>
  );
}

// --- The round that is being entered ---------------------------------------------------

interface Line {
  points: number | null;
  went_out: boolean | null;
}

/** What has been entered of the next round, by player; null if nobody has begun. */
export function linesBeingEntered(
  game: Game,
  draft: Schemas["DraftState"] | null,
): ReadonlyMap<string, Line> | null {
  const round = draft?.draft;
  if (!round || game.next_round?.number !== round.round) return null;
  const proven = new Map(draft.check?.lines.map((line) => [line.player, line]));
  return new Map(
    round.lines.map((line) => {
      const points = line.points ?? proven.get(line.player)?.points ?? null;
      return [line.player, { points, went_out: line.went_out }];
    }),
  );
}

function enteredWords(line: Line | undefined): string {
  if (!line) return "…";
  if (line.went_out || line.points === 0) return tc("went out, in a narrow column", "out");
  return line.points === null ? "✓" : signedNumber(line.points);
}

function lastWords(game: Game, player: string): string {
  const round = game.rounds.at(-1);
  const line = round?.lines.find((each) => each.player === player);
  if (!round || !line) return "";
  if (line.went_out) return tc("went out, in a narrow column", "out");
  return round.tie_break ? t("tie-break") : signedNumber(line.points);
}
