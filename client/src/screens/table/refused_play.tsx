import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { Notice } from "../../components/notice";
import { ProblemNotice } from "../../components/problem_notice";
import { t } from "../../i18n";
import { lastAction, type Play, type Schemas, settle, type Trouble } from "../../store";
import { Insisting } from "./play_dialog";
import { StandingChoice } from "./verdict";

/** A play that the server has refused: why, and what to do about it. */
export function RefusedPlay({ trouble }: { trouble: Trouble }) {
  const insisting = useSignal(false);
  const { action, problem } = trouble;
  const play = action.kind === "play" ? action.play : null;
  useEffect(() => {
    lastAction.value = null; // what it would undo is in question here
  }, [trouble.id]);

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
      {t("Leave it")}
    </Button>
  );
  const choice = play && problem.code === "ambiguous_play" ? problem.ruling?.choices[0] : undefined;
  if (play && choice) {
    return (
      <Notice live title={t("What is the wild card for?")} actions={leave}>
        <StandingChoice
          choices={choice.standings}
          chosen={null}
          onChoose={(index) =>
            void settle(trouble, { play: withChoice(play, choice.group, choice.cards[index]) })
          }
        />
      </Notice>
    );
  }
  return (
    <>
      <ProblemNotice
        problem={problem}
        actions={
          <>
            {play && problem.code === "illegal_play" ? (
              <Button
                small
                onClick={() => {
                  insisting.value = true;
                }}
              >
                {t("Play it all the same")}
              </Button>
            ) : (
              <Button small onClick={() => void settle(trouble, "again")}>
                {t("Send it again")}
              </Button>
            )}
            {leave}
          </>
        }
      />
      {play && insisting.value && (
        <Insisting
          onClose={() => {
            insisting.value = false;
          }}
          onOverrule={(overrule) => void settle(trouble, { play: overruled(play, overrule) })}
        />
      )}
    </>
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
