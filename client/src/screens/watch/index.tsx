import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { announce } from "../../components/announcer";
import { Button } from "../../components/button";
import { SideTag, sidePlayed } from "../../components/side_tag";
import { useStayAwake } from "../../components/stay_awake";
import { t, tn } from "../../i18n";
import { numberWords, timeWords } from "../../i18n/formats";
import { listed } from "../../i18n/names";
import type { Params } from "../../router";
import type { Following } from "../../server/live";
import type { Schemas } from "../../server/problems";
import { editionOf } from "../../store/editions";
import { linesBeingEntered, Scoreboard } from "./scoreboard";
import { watch } from "./watching";
import "./watch.css";

type Game = Schemas["GameDetail"];

const WORTH_TELLING = 4000; // milliseconds without a connection

/** A scoreboard for a tablet or a television: no account, only the link. */
export default function Watch({ params }: { params: Params }) {
  const token = params.token ?? "";
  const watched = useMemo(() => watch(token), [token]);
  useEffect(() => watched.close, [watched]);
  useStayAwake(true);
  const game = watched.game.value;
  useEffect(() => {
    document.title = `${t("Scoreboard")} · Tableside`;
  }, []);

  if (watched.gone.value !== null) return <Gone />;
  if (!game) return <Waiting connection={watched.connection} />;
  const entering = linesBeingEntered(game, watched.draft.value) !== null;
  return (
    <main class="watch">
      <header class="wrapping watch-head">
        <h1 class="watch-title">{editionOf(game.edition).name}</h1>
        <p class="watch-round">{roundWords(game, entering)}</p>
        {game.status === "playing" && <SideTag side={sidePlayed(watched.table.value)} />}
        <Connection connection={watched.connection} />
      </header>
      <Outcome game={game} />
      <div class="watch-board">
        <Scoreboard game={game} draft={watched.draft.value} />
      </div>
      <footer class="row watch-foot">
        {game.status !== "playing" && <Sheets game={game.id} token={token} />}
        <FullScreen />
        {!("wakeLock" in navigator) && (
          <p class="faint">
            {t("Set this device not to switch its screen off: this page cannot.")}
          </p>
        )}
      </footer>
    </main>
  );
}

function roundWords({ status, next_round, rounds }: Game, entering: boolean): string {
  if (status !== "playing" || !next_round) {
    return tn("After {count} round", "After {count} rounds", rounds.length);
  }
  const number = numberWords(next_round.number);
  if (entering) return t("Round {number} is being entered", { number });
  return next_round.tie_break
    ? t("Round {number}: the tie-break", { number })
    : t("Round {number}", { number });
}

/** Who has won, in letters that nobody overlooks. */
function Outcome({ game }: { game: Game }) {
  const words = outcomeWords(game);
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return words ? <p class="watch-outcome">{words}</p> : null;
}

function outcomeWords({ status, winners, players }: Game): string | null {
  if (status === "abandoned") return t("This game was abandoned.");
  if (status !== "over") return null;
  const names = players.filter(({ id }) => winners.includes(id)).map(({ name }) => name);
  const [name] = names;
  if (name === undefined) return t("This game is over.");
  return names.length === 1
    ? t("{name} has won!", { name })
    : t("{names} have won!", { names: listed(names) });
}

// --- The connection --------------------------------------------------------------------

/** Since when what is shown may be out of date; nothing while it is not. */
function Connection({ connection }: { connection: ReadonlySignal<Following["state"]["value"]> }) {
  const { is, since } = connection.value;
  const [told, tell] = useState(false);
  useEffect(() => {
    tell(false);
    if (is !== "lost") return;
    const timer = setTimeout(() => tell(true), Math.max(0, since + WORTH_TELLING - Date.now()));
    return () => clearTimeout(timer);
  }, [is, since]);
  return (
    <p class="watch-connection" role="status">
      {is === "lost" &&
        told &&
        t("Connection lost since {time}", { time: timeWords(new Date(since)) })}
    </p>
  );
}

function Waiting({ connection }: { connection: ReadonlySignal<Following["state"]["value"]> }) {
  const lost = connection.value.is === "lost";
  return (
    <main class="watch" data-empty>
      <h1 class="watch-title">{t("Scoreboard")}</h1>
      <p role="status">
        {lost ? t("There is no connection. This page tries again by itself.") : t("Loading…")}
      </p>
    </main>
  );
}

function Gone() {
  return (
    <main class="watch" data-empty>
      <h1 class="watch-title">{t("This link no longer leads to a game")}</h1>
      <p role="status">{t("It was switched off, or the game was deleted. Ask for a new link.")}</p>
    </main>
  );
}

// --- At the bottom ---------------------------------------------------------------------

function Sheets({ game, token }: { game: string; token: string }) {
  const address = `/api/v1/games/${game}/sheet/?link=${encodeURIComponent(token)}`;
  return (
    <>
      <a href={`${address}&format=pdf`}>{t("Score sheet as PDF")}</a>
      <a href={`${address}&format=png`}>{t("Score sheet as a picture")}</a>
    </>
  );
}

function FullScreen() {
  const [full, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, []);
  if (full || !document.fullscreenEnabled) return null;
  return (
    <Button small onClick={() => document.documentElement.requestFullscreen().catch(() => {})}>
      {t("Full screen")}
    </Button>
  );
}
