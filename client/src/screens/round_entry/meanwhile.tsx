/** What is typed belongs to a round that is no longer the next one. */

import { useEffect, useMemo } from "preact/hooks";
import { announce } from "../../components/announcer";
import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { Screen } from "../../components/screen";
import { agree, SideBySide } from "../../components/side_by_side";
import { t } from "../../i18n";
import { isolated } from "../../i18n/names";
import { go } from "../../router";
import { type Game, saveTyped } from "../../store";
import { entriesIn } from "../../store/actions/actions";
import { entriesOf, isUntouched, type TypedRound } from "../../store/typed/round";
import { beginCorrection } from "../rounds/unfinished";

interface Props {
  game: Game;
  typed: TypedRound;
  up: string;
  /** The round to be entered next; null if the game is over. */
  next: number | null;
}

/** Both versions, and the choice; nothing typed goes away without one. */
export function Meanwhile({ game, typed, up, next }: Props) {
  const mine = useMemo(() => entriesOf(typed), [typed]);
  const recorded = game.rounds.find(({ number }) => number === typed.round);
  const theirs = recorded ? entriesIn(recorded) : [];
  const isSame = recorded !== undefined && agree(theirs, mine);
  const isNothing = isUntouched(typed);

  useEffect(() => {
    if (!isSame && !isNothing) return;
    announce(t("Round {number} recorded", { number: typed.round }));
    void saveTyped(game.id, null).then(() => go(up, { replace: true }));
  }, [isSame, isNothing]);
  if (isSame || isNothing) return null;

  const drop = async () => {
    await saveTyped(game.id, null);
    go(up, { replace: true });
  };
  const correct = async () => {
    await beginCorrection(game, typed);
    go(`/g/${game.id}/rounds/${typed.round}`, { replace: true });
    await saveTyped(game.id, null);
  };
  return (
    <Screen
      title={t("Round {number}", { number: typed.round })}
      up={up}
      foot={
        <>
          <Button kind="main" onClick={() => void drop()}>
            {recorded ? t("Keep what is recorded") : t("Forget what is typed here")}
          </Button>
          {recorded && (
            <Button small onClick={() => void correct()}>
              {t("Correct it to what is typed here")}
            </Button>
          )}
          {next !== null && (
            <Button small onClick={() => void saveTyped(game.id, { ...typed, round: next })}>
              {t("This is round {number}", { number: next })}
            </Button>
          )}
        </>
      }
    >
      <div class="section">
        <Notice
          tone="no"
          live
          title={
            recorded
              ? t("Round {number} was recorded on another phone.", { number: typed.round })
              : t("Round {number} is no longer the next one.", { number: typed.round })
          }
        >
          {recorded?.recorded_by &&
            t("{name} recorded it. What you typed is kept until you decide.", {
              name: isolated(recorded.recorded_by),
            })}
        </Notice>
        <SideBySide game={game} theirs={theirs} mine={mine} by={recorded?.recorded_by ?? null} />
      </div>
    </Screen>
  );
}
