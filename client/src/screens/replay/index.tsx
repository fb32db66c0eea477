/** `/g/{game}/replay`: a game once more, round by round. */

import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { addedBy, PlayerRow, PlayerTable } from "../../components/player_row";
import { Screen } from "../../components/screen";
import { Tag } from "../../components/tag";
import { t, tn } from "../../i18n";
import { listed } from "../../i18n/names";
import type { Game, GameView } from "../../store";
import { aboutGame } from "../opened_game";
import { type Frame, type FramePlayer, framesOf } from "./frames";
import { useSlidingRows } from "./sliding";
import "./replay.css";

/** How long each round is shown when they follow by themselves. */
const STEP_MS = 1_600;

export default aboutGame(() => t("Replay"), Replay);

function Replay({ view: { game } }: { view: GameView }) {
  const frames = useMemo(() => framesOf(game), [game]);
  const { at, goTo, plays, play } = usePlaying(frames.length);
  const frame = frames[at];
  const address = `/g/${game.id}`;
  if (!frame) {
    return (
      <Screen title={t("Replay")} up={address}>
        <EmptyState title={game.totals_only ? t("No rounds are known") : t("No round yet")}>
          <p>
            {game.totals_only
              ? t("Only the final totals of this game are known.")
              : t("It begins with the first round.")}
          </p>
          <ButtonLink href={address}>{t("To the score pad")}</ButtonLink>
        </EmptyState>
      </Screen>
    );
  }
  const isLast = at === frames.length - 1;
  return (
    <Screen
      title={t("Round {number} of {all}", { number: frame.round, all: frames.length })}
      up={`${address}/chart`}
      upLabel={t("Charts")}
      foot={
        <>
          <input
            type="range"
            class="replay-slider"
            aria-label={t("Round")}
            min={1}
            max={frames.length}
            value={at + 1}
            onInput={({ currentTarget }) => goTo(Number(currentTarget.value) - 1)}
          />
          <div class="wrapping loose-buttons">
            <Button small disabled={at === 0} onClick={() => goTo(at - 1)}>
              {t("Previous")}
            </Button>
            <Button small onClick={() => play(!plays)}>
              {plays ? t("Pause") : isLast ? t("From the start") : t("Play")}
            </Button>
            <Button small kind="main" disabled={isLast} onClick={() => goTo(at + 1)}>
              {t("Next")}
            </Button>
          </div>
        </>
      }
    >
      <p class="replay-round" role="status">
        {whatHappened(frame)}
      </p>
      <Standings game={game} frame={frame} />
    </Screen>
  );
}

function Standings({ game, frame }: { game: Game; frame: Frame }) {
  const table = useSlidingRows();
  return (
    <div ref={table}>
      <PlayerTable caption={t("Standings after round {number}", { number: frame.round })}>
        {frame.players.map((player) => (
          <PlayerRow
            key={player.id}
            player={player}
            tags={<Tags player={player} />}
            total={player.total}
            phase={game.phases.find(({ phase }) => phase === player.phase) ?? null}
            phases={game.phases.length}
            completed={player.completed}
            last={addedBy(frame, player.line)}
            leads={player.won || (player.rank === 1 && !frame.players.some(({ won }) => won))}
            away={!player.at_table}
          />
        ))}
      </PlayerTable>
    </div>
  );
}

/** What the round did for a player, each with a word: up or down, laid down, won. */
function Tags({ player: { line, rise, won, at_table } }: { player: FramePlayer }) {
  return (
    <>
      {won && <Tag on>{t("won")}</Tag>}
      {!at_table && <Tag>{t("has left")}</Tag>}
      {line?.laid_down && <Tag on>{t("Phase {number} laid down", { number: line.phase })}</Tag>}
      {rise > 0 && <Tag>{tn("▲ up {count} place", "▲ up {count} places", rise)}</Tag>}
      {rise < 0 && <Tag>{tn("▼ down {count} place", "▼ down {count} places", -rise)}</Tag>}
    </>
  );
}

/** Who went out, or won: in a sentence. */
function whatHappened({ round, tie_break, players }: Frame): string {
  const winners = players.filter(({ won }) => won).map(({ name }) => name);
  const out = players.filter(({ line }) => line?.went_out).map(({ name }) => name);
  const parts = [];
  if (tie_break) parts.push(t("Round {number} is a tie-break.", { number: round }));
  if (out.length > 0) parts.push(t("{name} went out.", { name: listed(out) }));
  if (winners.length > 0) {
    parts.push(
      winners.length === 1
        ? t("{name} wins!", { name: listed(winners) })
        : t("{names} share the win!", { names: listed(winners) }),
    );
  }
  return parts.join(" ") || t("Nobody went out.");
}

/** Which round is shown: by buttons, by the arrow keys, or one after the other by itself. */
function usePlaying(count: number) {
  const [at, setAt] = useState(0);
  const [plays, setPlays] = useState(false);
  const shown = Math.min(at, Math.max(0, count - 1));
  const isLast = shown === count - 1;

  function goTo(index: number) {
    setPlays(false);
    setAt(Math.max(0, Math.min(index, count - 1)));
  }
  function play(on: boolean) {
    if (on && isLast) setAt(0);
    setPlays(on);
  }
  useEffect(() => {
    if (!plays) return;
    if (isLast) {
      setPlays(false);
      return;
    }
    const timer = setTimeout(() => setAt(shown + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [plays, shown, isLast]);
  // As soon as the round is on the screen: an effect comes later, and keys would be lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement) return; // the slider has its own keys
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowRight") goTo(shown + 1);
      if (event.key === "ArrowLeft") goTo(shown - 1);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [shown, count]);
  return { at: shown, goTo, plays, play };
}
