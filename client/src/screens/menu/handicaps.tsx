import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { changeGame, type Game } from "../../store";
import { editionOf } from "../../store/editions";
import { choiceOf, emptyForm, handicapsOf, type NewGame } from "../new_game/form";
import { Handicaps } from "../new_game/handicaps";
import { bySeat } from "../rounds/sheet";
import { withUndo } from "../with_undo";
import "../new_game/new_game.css";

/** What the players of a game begin with, as long as its first round is still to come. */
export function GameHandicaps({ game }: { game: Game }) {
  const [wanted, setWanted] = useState<NewGame | null>(null);
  const known = formOf(game);
  // What was asked for last is shown at once: the next change builds on it.
  useEffect(() => setWanted(null), [JSON.stringify(known)]);
  const change = async (form: NewGame) => {
    setWanted(form);
    const changed = changeGame(game.id, { handicaps: handicapsOf(form) });
    if (!(await withUndo(changed, t("Handicaps changed")))) setWanted(null);
  };
  return <Handicaps form={wanted ?? known} change={(form) => void change(form)} />;
}

/** A game that has begun, as it would be put together. */
function formOf(game: Game): NewGame {
  return {
    ...emptyForm(game.edition, game.group),
    variant: game.variant,
    phases: choiceOf(game, editionOf(game.edition)),
    seats: bySeat(game).map(({ id, name, handicap }) => {
      return { id, name, me: false, known: true, ...(handicap && { handicap }) };
    }),
  };
}
