import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { Notice } from "../../components/notice";
import { ProblemNotice } from "../../components/problem_notice";
import { Standings } from "../../components/standings";
import { t, tn } from "../../i18n";
import {
  type Game,
  type GameView,
  type Play,
  type Schemas,
  settle,
  type Trouble,
} from "../../store";
import { roundOfPlay } from "../../store/actions/actions";
import { waysOf } from "../trouble/ways";
import { Insisting } from "./play_dialog";
import { playWords } from "./words";

/** A play that the server has refused: why, and what to do about it. */
export function RefusedPlay({ view, trouble }: { view: GameView; trouble: Trouble }) {
  const { game } = view;
  const [isInsisting, setInsisting] = useState(false);
  const { action, problem } = trouble;
  const play = action.kind === "play" ? action.play : null;

  if (!play && action.kind !== "takeBackPlay") {
    return (
      <Notice
        tone="no"
        title={problem.detail}
        actions={
          <ButtonLink small href={`/trouble/${trouble.id}`}>
            {t("Decide")}
          </ButtonLink>
        }
      />
    );
  }
  const leave = (
    <Button small onClick={() => void settle(trouble, "drop")}>
      {problem.code === "turned_over" ? t("Leave them as they are") : t("Drop it")}
    </Button>
  );
  if (problem.code === "round_over") {
    return <TooLate game={game} trouble={trouble} leave={leave} />;
  }
  const choice = play && problem.code === "ambiguous_play" ? problem.ruling?.choices[0] : undefined;
  if (play && choice) {
    return (
      <Notice live title={t("What is the wild card for?")} actions={leave}>
        <Standings
          standings={choice.standings}
          onChoice={(_standing, index) =>
            void settle(trouble, { play: withChoice(play, choice.group, choice.cards[index]) })
          }
        />
      </Notice>
    );
  }
  const ways = waysOf(trouble, view);
  const refused = trouble.plays.find(({ id }) => id === play?.body.id);
  return (
    <>
      {/* Of a Flip, the question itself says it. */}
      {refused && refused.kind !== "flip" && <p>{playWords(game, refused)}</p>}
      <ProblemNotice
        problem={problem}
        actions={
          <>
            {play && problem.code === "illegal_play" ? (
              <Button small onClick={() => setInsisting(true)}>
                {t("Play it all the same")}
              </Button>
            ) : ways.insist ? (
              <Button small onClick={() => void settle(trouble, "mine")}>
                {t("Turn the cards over")}
              </Button>
            ) : (
              ways.again && (
                <Button small onClick={() => void settle(trouble, "again")}>
                  {t("Send it again")}
                </Button>
              )
            )}
            {leave}
          </>
        }
      />
      {play && isInsisting && (
        <Insisting
          onClose={() => setInsisting(false)}
          onOverrule={(overrule) => void settle(trouble, { play: overruled(play, overrule) })}
        />
      )}
    </>
  );
}

interface TooLateProps {
  game: Game;
  trouble: Trouble;
  leave: ComponentChildren;
}

/** Plays of a round that was recorded before they were sent: all of them are told, and left at once. */
function TooLate({ game, trouble, leave }: TooLateProps) {
  const { plays, problem } = trouble;
  const number = roundOfPlay(trouble.action) ?? 0;
  const isStillOver = game.rounds.some((round) => round.number === number);
  const title =
    plays.length === 0
      ? problem.detail
      : tn(
          "Round {number} was recorded before {count} play of this phone was sent.",
          "Round {number} was recorded before {count} plays of this phone were sent.",
          plays.length,
          { number },
        );
  return (
    <Notice
      tone="no"
      live
      title={title}
      actions={
        <>
          {!isStillOver && (
            <Button small onClick={() => void settle(trouble, "again")}>
              {t("Send it again")}
            </Button>
          )}
          {leave}
        </>
      }
    >
      {plays.length > 0 && (
        <>
          <p>{t("The round stays as it was recorded, without:")}</p>
          <ul class="table-too-late">
            {plays.map((each) => (
              <li key={each.id}>{playWords(game, each)}</li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

function overruled(play: Play, overrule: string): Play {
  return { ...play, body: { ...play.body, overrule } } as Play;
}

/** The play with what its wild cards are for; `group` is the index of a group laid down. */
function withChoice(
  play: Play,
  group: Schemas["WildCardChoice"]["group"],
  cards: string[] = [],
): Play {
  if (play.kind === "hit") return { ...play, body: { ...play.body, cards } };
  if (play.kind !== "lay_down") return play;
  const groups = play.body.groups.map((each, index) => (index === group ? cards : each));
  return { ...play, body: { ...play.body, groups } };
}
