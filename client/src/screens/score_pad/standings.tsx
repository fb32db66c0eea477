import { useState } from "preact/hooks";
import { HandicapTag } from "../../components/handicap";
import { addedBy, PlayerRow, PlayerTable } from "../../components/player_row";
import { Tag } from "../../components/tag";
import { t } from "../../i18n";
import type { Schemas } from "../../server/problems";
import type { Game } from "../../store";
import { whyAbsent } from "../round_entry/players";
import { bySeat } from "../rounds/sheet";
import { PhaseDialog } from "./phase_dialog";

type NumberedPhase = Schemas["NumberedPhase"];
type Standing = Game["players"][number];

/** The players by seat, at the end by place: who deals, their Phases and totals. */
export function Standings({ game }: { game: Game }) {
  const [shown, show] = useState<NumberedPhase | null>(null);
  const last = game.rounds.at(-1);
  const hasBegun = game.rounds.length > 0 || game.totals_only;
  return (
    <>
      <PlayerTable caption={t("Standings")}>
        {inOrder(game).map((player) => {
          const phase = game.phases.find((one) => one.phase === phaseOf(game, player)) ?? null;
          const line = last?.lines.find((one) => one.player === player.id);
          return (
            <PlayerRow
              key={player.id}
              player={player}
              tags={
                <>
                  <Tags game={game} player={player} />
                  <HandicapTag of={player} />
                </>
              }
              total={player.total}
              phase={phase}
              onPhase={() => show(phase)}
              phases={game.phases.length}
              completed={player.completed}
              last={last && addedBy(last, line)}
              leads={hasBegun && player.rank === 1 && (game.status !== "over" || player.won)}
              away={!player.at_table}
            />
          );
        })}
      </PlayerTable>
      {shown && <PhaseDialog phase={shown} onClose={() => show(null)} />}
    </>
  );
}

export function inOrder(game: Game): Standing[] {
  const players = bySeat(game);
  return game.status === "over" ? players.sort((one, two) => one.rank - two.rank) : players;
}

/** The Phase that a player lays down next: in a tie-break, the last one once more. */
function phaseOf(game: Game, player: Standing): number | null {
  const plays = game.next_round?.playing.includes(player.id);
  return player.phase ?? (plays ? game.phases.length : null);
}

function Tags({ game, player }: { game: Game; player: Standing }) {
  const { next_round: next } = game;
  if (player.won) return <Tag on>{t("won")}</Tag>;
  if (!next) return player.at_table ? null : <Tag>{t("has left")}</Tag>;
  if (!next.playing.includes(player.id)) return <Tag>{whyAbsent(game, player)}</Tag>;
  return (
    <>
      {next.dealer === player.id && <Tag>{t("deals")}</Tag>}
      {next.starter === player.id && <Tag on>{t("starts")}</Tag>}
    </>
  );
}
