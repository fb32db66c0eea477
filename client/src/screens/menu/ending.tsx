import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { Question } from "../../components/dialog";
import { t, tn } from "../../i18n";
import { listed } from "../../i18n/names";
import { back, go } from "../../router";
import { type Decision, decide, draftOf, type Game, type GameView, typedRound } from "../../store";
import { mayScore, ownsGroup } from "../roles";
import { bySeat } from "../rounds/sheet";
import { withUndo } from "../with_undo";
import { leadersOf, leadWords, roundBegun } from "./next_round";

/** The end of a game, the archive, and the next game. All can be undone, so nothing asks twice. */
export function Ending({ view: { game, unchecked } }: { view: GameView }) {
  const [ending, setEnding] = useState(false);
  const mayChange = mayScore(game.my_role);
  const playing = game.status === "playing";
  const stopped = game.status === "abandoned" || game.ended_early;
  const make = (decision: Decision, on?: string) =>
    withUndo(decide(game.id, decision), DONE[decision](), on);
  const end = async () => {
    const pad = `/g/${game.id}`;
    setEnding(false);
    if (await make("end", pad)) back(pad);
  };
  const remove = async () => {
    const up = `/group/${game.group}`;
    if (await make("delete", up)) go(up, { replace: true });
  };
  const again = mayChange && (
    <ButtonLink kind={playing ? "ghost" : "main"} href={`/new/${game.group}?like=${game.id}`}>
      {t("New game with the same people")}
    </ButtonLink>
  );
  return (
    <section class="section">
      {!playing && again}
      {mayChange && playing && (
        <>
          {game.rounds.length > 0 && (
            <Button onClick={() => setEnding(true)}>{t("End the game early")}</Button>
          )}
          <Button onClick={() => void make("abandon")}>{t("Stop without a winner")}</Button>
          {game.rounds.length === 0 && (
            <p class="faint small">
              {t("Without a round nobody leads: it cannot be ended with a winner.")}
            </p>
          )}
        </>
      )}
      {mayChange && stopped && (
        <Button onClick={() => void make("resume")}>{t("Resume the game")}</Button>
      )}
      {mayChange && (
        <Button onClick={() => void make(game.archived ? "unarchive" : "archive")}>
          {game.archived ? t("Take out of the archive") : t("Put into the archive")}
        </Button>
      )}
      {playing && again}
      {ownsGroup(game.my_role) && (
        <Button kind="danger" onClick={() => void remove()}>
          {t("Delete the game")}
        </Button>
      )}
      {ending && (
        <EndEarly
          game={game}
          unchecked={unchecked.length}
          onEnd={end}
          onClose={() => setEnding(false)}
        />
      )}
    </section>
  );
}

const DONE: Record<Decision, () => string> = {
  end: () => t("Game ended early"),
  abandon: () => t("Game abandoned"),
  resume: () => t("The game goes on"),
  archive: () => t("Game archived"),
  unarchive: () => t("Game taken out of the archive"),
  delete: () => t("Game deleted"),
  restore: () => t("Game restored"),
};

interface EndEarlyProps {
  game: Game;
  unchecked: number;
  onEnd: () => unknown;
  onClose: () => void;
}

/** Who would win if the game ended now. */
function EndEarly({ game, unchecked, onEnd, onClose }: EndEarlyProps) {
  const names = listed(leadersOf(game).map(({ name }) => name));
  const typed = typedRound(game.id).value;
  const draft = draftOf(game.id).value?.draft;
  const entered = roundBegun(game, typed, draft ?? null);
  const standings = bySeat(game)
    .filter(({ at_table }) => at_table)
    .sort((one, other) => one.rank - other.rank);
  return (
    <Question
      title={t("End the game now?")}
      yes={t("End the game")}
      no={t("Go on playing")}
      onYes={onEnd}
      onClose={onClose}
    >
      <p>
        <strong>{t("The game is won by {names}.", { names })}</strong> {leadWords(game)}
      </p>
      {entered !== null && (
        <p>{t("What is entered for round {number} so far will not count.", { number: entered })}</p>
      )}
      {unchecked > 0 && (
        <p class="faint">
          {tn(
            "{count} round has not been checked yet and may change this.",
            "{count} rounds have not been checked yet and may change this.",
            unchecked,
          )}
        </p>
      )}
      <table class="menu-standings">
        <thead>
          <tr>
            <th scope="col">{t("Player")}</th>
            <th scope="col">{t("Phase")}</th>
            <th scope="col">{t("Total")}</th>
          </tr>
        </thead>
        <tbody>
          {standings.map(({ id, name, phase, total }) => (
            <tr key={id}>
              <th scope="row">
                <bdi class="cut">{name}</bdi>
              </th>
              <td class="number">{phase ?? "✓"}</td>
              <td class="number">{total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Question>
  );
}
