import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { Notice } from "../../components/notice";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import { dayAndTimeWords } from "../../i18n/formats";
import { type GameView, network } from "../../store";
import { aboutGame } from "../opened_game";
import { type GameChange, told } from "./change";
import { Differences } from "./differences";
import { type History, joined, longer } from "./joined";
import { readHistory, rememberedHistory, rememberHistory } from "./pages";
import "./history.css";

/** Who changed what in a game, latest first, in plain words. */
export default aboutGame(() => t("History"), GameHistory);

function GameHistory({ view: { game, waiting } }: { view: GameView }) {
  const [history, setHistory] = useState<History | null>(null);
  const [state, setState] = useState<"reading" | "known" | "offline">("reading");

  useEffect(() => {
    let open = true;
    void (async () => {
      const remembered = await rememberedHistory(game.id);
      if (open && remembered) setHistory((shown) => shown ?? remembered);
      const newest = await readHistory(game.id, null);
      if (!open) return;
      if (newest) setHistory((shown) => joined(newest, shown ?? undefined));
      setState(newest ? "known" : "offline");
    })();
    return () => {
      open = false;
    };
  }, [game.id, game.version, network.value]);

  useEffect(() => {
    if (history) void rememberHistory(game.id, history);
  }, [game.id, history]);

  const showMore = async (cursor: string) => {
    setState("reading");
    const earlier = await readHistory(game.id, cursor);
    if (earlier) setHistory((shown) => (shown?.next === cursor ? longer(shown, earlier) : shown));
    setState(earlier ? "known" : "offline");
  };

  const next = history?.next;
  const nameOf = (player: string) =>
    game.players.find(({ id }) => id === player)?.name ?? t("Somebody");
  return (
    <Screen title={t("History")} up={`/g/${game.id}/rounds`} upLabel={t("Rounds")}>
      {waiting > 0 && (
        <div class="section">
          <Notice>{t("What waits for the network appears here once the server has it.")}</Notice>
        </div>
      )}
      {state === "offline" && game.version > 0 && (
        <div class="section">
          <Notice>
            {history
              ? t("The history cannot be read now: this is as far as this phone knows it.")
              : t("The history cannot be read now, and this phone has not seen it yet.")}
          </Notice>
        </div>
      )}
      {!history && state === "reading" && <EmptyState title={t("Reading the history …")} />}
      {history && (
        <ol class="history" aria-label={t("History")}>
          {history.changes.map((change) => (
            <Change key={change.version} change={change} nameOf={nameOf} />
          ))}
        </ol>
      )}
      {next && (
        <div class="section">
          <Button busy={state === "reading"} onClick={() => void showMore(next)}>
            {t("Show earlier changes")}
          </Button>
        </div>
      )}
    </Screen>
  );
}

interface ChangeProps {
  change: GameChange;
  nameOf: (player: string) => string;
}

function Change({ change, nameOf }: ChangeProps) {
  const { text, byFile, reason, differences } = told(change, nameOf);
  const at = change.phone_time ?? change.at;
  return (
    <li class="history-entry">
      <p class="history-text">{text}</p>
      {byFile && (
        <p class="history-reason">
          {t("According to the imported file, entered by {name}", { name: byFile })}
        </p>
      )}
      {reason && <p class="history-reason">{t("Overruled: {reason}", { reason: reason })}</p>}
      {differences.length > 0 && <Differences differences={differences} />}
      <time class="history-time" dateTime={at}>
        {dayAndTimeWords(at)}
      </time>
    </li>
  );
}
