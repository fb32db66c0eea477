import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { List, ListRow } from "../../components/list";
import { PhaseBadge } from "../../components/phase";
import { ProblemNotice } from "../../components/problem_notice";
import { t } from "../../i18n";
import { changeGame, type Game } from "../../store";
import { isSame } from "../../store/actions/subjects";
import { editionOf } from "../../store/editions";
import { choiceOf, groupsOf } from "../new_game/form";
import { useChecked } from "../new_game/phase_words";
import { Phases } from "../new_game/phases";
import { withUndo } from "../with_undo";
import "../new_game/new_game.css";

interface Props {
  game: Game;
  /** Whether other Phases can be chosen now. */
  open: boolean;
}

/** The Phases of a game, and the choice of others before the first round. */
export function GamePhases({ game, open }: Props) {
  return (
    <Disclosure title={t("The Phases of this game")}>
      {open && game.phases.length > 0 ? <OtherPhases game={game} /> : <PhaseList game={game} />}
    </Disclosure>
  );
}

function PhaseList({ game }: { game: Game }) {
  return (
    <List label={t("The Phases of this game")}>
      {game.phases.map(({ phase, name }) => (
        <ListRow
          key={phase}
          title={
            <span class="menu-phase">
              <PhaseBadge phase={phase} /> {name}
            </span>
          }
        />
      ))}
    </List>
  );
}

function OtherPhases({ game }: { game: Game }) {
  const edition = editionOf(game.edition);
  const [choice, setChoice] = useState(() => choiceOf(game, edition));
  const checked = useChecked(game.edition, choice);
  const played = groupsOf(game);
  const wanted = choice.kind === "official" ? groupsOf(edition) : choice.phases;
  const isPlayed = isSame(wanted, played);
  useEffect(() => {
    // Undone, or changed on another phone: what is shown is what is played.
    if (!isPlayed) setChoice(choiceOf(game, edition));
  }, [JSON.stringify(played)]);
  const play = () =>
    void withUndo(
      changeGame(game.id, { phases: wanted.map((groups) => ({ groups })) }),
      t("Phases changed"),
    );
  return (
    <>
      <Phases
        edition={edition}
        group={game.group}
        choice={choice}
        checked={checked}
        change={setChoice}
      />
      {checked.problem && <ProblemNotice problem={checked.problem} />}
      <Button kind="quiet" disabled={isPlayed || checked.problem !== null} onClick={play}>
        {t("Play these Phases")}
      </Button>
    </>
  );
}
