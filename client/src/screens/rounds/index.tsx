import { useRef, useState } from "preact/hooks";
import { Button, ButtonLink, ButtonRow } from "../../components/button";
import { Dialog, Question } from "../../components/dialog";
import { Screen } from "../../components/screen";
import { told } from "../../components/told";
import { t } from "../../i18n";
import { type GameView, takeBackRound } from "../../store";
import { aboutGame } from "../opened_game";
import { mayScore } from "../roles";
import { SheetFiles } from "../score_sheet";
import { withUndo } from "../with_undo";
import { GameSheet } from "./game_sheet";
import { sheetOf } from "./sheet";

/** The whole sheet of a game: each round leads to its correction. */
export default aboutGame(() => t("Rounds"), Sheet);

function Sheet({ view }: { view: GameView }) {
  const { game, unchecked } = view;
  const [sending, setSending] = useState(false);
  const last = sheetOf(game, unchecked).rows.at(-1);
  const address = `/g/${game.id}`;
  const [asked, setAsked] = useState<number | null>(null);
  const tookBack = useRef(false);
  const takeBack = (round: number) => {
    tookBack.current = true;
    setAsked(null);
    return withUndo(takeBackRound(game.id, round), t("Round {round} taken back", { round }));
  };
  // Undo brings back only the last one: a second tap is asked about.
  const press = (round: number) => {
    if (tookBack.current && told.peek()) setAsked(round);
    else void takeBack(round);
  };
  return (
    <Screen
      title={t("Rounds")}
      up={address}
      foot={
        <ButtonRow>
          {mayScore(game.my_role) && last && (
            <Button small onClick={() => press(last.number)}>
              {t("Take back round {round}", { round: last.number })}
            </Button>
          )}
          {game.rounds.length > 0 && (
            <ButtonLink small href={`${address}/chart`}>
              {t("Charts")}
            </ButtonLink>
          )}
          <ButtonLink small href={`${address}/history`}>
            {t("History")}
          </ButtonLink>
          <Button small onClick={() => setSending(true)}>
            {t("Score sheet")}
          </Button>
        </ButtonRow>
      }
    >
      <GameSheet view={view} />
      {asked !== null && (
        <Question
          title={t("Take back round {round}, too?", { round: asked })}
          yes={t("Take back round {round}", { round: asked })}
          beside
          onYes={() => takeBack(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t("Then the round taken back before can no longer be brought back with Undo.")}</p>
        </Question>
      )}
      {sending && (
        <Dialog title={t("Score sheet")} onClose={() => setSending(false)}>
          <SheetFiles game={game} />
        </Dialog>
      )}
    </Screen>
  );
}
