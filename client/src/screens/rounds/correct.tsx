import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { Notice } from "../../components/notice";
import { ProblemNotice } from "../../components/problem_notice";
import { Screen } from "../../components/screen";
import { agree } from "../../components/side_by_side";
import { tell } from "../../components/told";
import { t } from "../../i18n";
import { dayAndTimeWords } from "../../i18n/formats";
import { go, type Params } from "../../router";
import {
  correctRound,
  type Game,
  type GameView,
  type Preview,
  type Problem,
  previewCorrection,
  type Schemas,
  savedForm,
  saveForm,
} from "../../store";
import { entriesIn } from "../../store/actions/actions";
import { entriesOf, playedBy, type TypedRound, typedFrom } from "../../store/typed/round";
import { aboutGame } from "../opened_game";
import { mayScore } from "../roles";
import { checkedBy } from "../round_entry/players";
import { RoundEntry } from "../round_entry/round_entry";
import { Confirmation } from "./confirmation";
import { RoundLines } from "./round_lines";
import { bySeat } from "./sheet";
import { entered, placeOf, type Unfinished } from "./unfinished";

type Round = Schemas["RoundDetail"];
export type CorrectionBody = Omit<Schemas["CorrectRoundRequest"], "confirm">;

/** A recorded round, to look at and to correct. */
export default aboutGame(({ number = "" }) => t("Round {round}", { round: number }), RecordedRound);

function RecordedRound({ view, params }: { view: GameView; params: Params }) {
  const { game, unchecked } = view;
  const number = Number(params.number);
  const round = game.rounds.find((one) => one.number === number);
  const up = `/g/${game.id}/rounds`;
  if (round && mayScore(game.my_role)) {
    return <Correction key={round.id} game={game} round={round} up={up} />;
  }
  const isWaiting = unchecked.some((one) => one.number === number);
  return (
    <Screen title={t("Round {round}", { round: number })} up={up} upLabel={t("Rounds")}>
      {round ? (
        <RoundLines game={game} round={round} />
      ) : isWaiting ? (
        <EmptyState title={t("This round is not checked yet")}>
          <p>{t("It can be corrected as soon as it is, or taken back now.")}</p>
        </EmptyState>
      ) : (
        <EmptyState title={t("This game has no round {round}.", { round: number })} />
      )}
    </Screen>
  );
}

interface Props {
  game: Game;
  round: Round;
  up: string;
}

function Correction({ game, round, up }: Props) {
  const place = placeOf(game, round.number);
  const [asked, setAsked] = useState<{ body: CorrectionBody; preview: Preview } | null>(null);
  const [refused, setRefused] = useState<Problem | null>(null);
  const [isOther, setOther] = useState(false);
  const typed = useUnfinished(place, round, () => {
    setAsked(null);
    setOther(true);
  });
  const recorded = useRef("");
  recorded.current = entered(round.lines);
  const title = t("Round {round}", { round: round.number });
  if (!typed.value) return <Screen title={title} up={up} children={null} />;

  const save = (next: TypedRound) => {
    typed.value = next;
    setRefused(null);
    void saveForm(place, { typed: next, lines: round.lines } satisfies Unfinished);
  };
  const ask = async (results: CorrectionBody["results"], overrule: string) => {
    const body = { results, ...(overrule && { overrule }) };
    const preview = await previewCorrection(game.id, round.number, body);
    if (preview.problem) return preview.problem;
    if (recorded.current !== entered(round.lines)) return null; // by another phone: a notice says so
    setAsked({ body, preview });
    return null;
  };
  const drop = async () => {
    await saveForm(place, undefined);
    go(up, { replace: true });
  };
  const confirm = async () => {
    if (!asked) return;
    const { body, preview } = asked;
    const after = "game" in preview ? preview : null;
    const { problem, undo, holds } = await correctRound(
      game.id,
      round.number,
      body,
      after?.consequences,
    );
    if (problem) {
      setAsked(null);
      setRefused(problem);
      return;
    }
    await saveForm(place, undefined);
    // What a correction drops does not come back by correcting once more.
    const drops = !after || after.game.rounds.length < game.rounds.length;
    const text = t("Round {round} corrected", { round: round.number });
    tell(text, { undo: drops ? null : undo, holds }, up);
    go(up, { replace: true });
  };

  if (asked) {
    return (
      <Confirmation
        game={game}
        round={round}
        preview={asked.preview}
        onConfirm={confirm}
        onBack={() => setAsked(null)}
      />
    );
  }
  const players = bySeat(game).flatMap((player) => {
    const line = round.lines.find((one) => one.player === player.id);
    return line ? [{ ...player, phase: line.phase }] : [];
  });
  return (
    <RoundEntry
      key={checkedBy(game, players)}
      game={game}
      title={title}
      up={up}
      players={players}
      typed={typed as Signal<TypedRound>}
      save={save}
      onRecord={ask}
      recordLabel={t("Correct round {round}", { round: round.number })}
      notice={
        <>
          {isOther && (
            <Notice
              tone="no"
              live
              title={t("Round {number} was changed on another phone.", { number: round.number })}
              actions={
                <Button small onClick={() => void drop()}>
                  {t("Keep what is recorded")}
                </Button>
              }
            >
              {t("Nothing is lost: which one is right?")}
            </Notice>
          )}
          {refused && <ProblemNotice problem={refused} />}
          {typed.value.at === null && <p>{t("Tap a player to change their points.")}</p>}
          <p class="faint small">{recordedInWords(round)}</p>
        </>
      }
    />
  );
}

function recordedInWords({ recorded_by, entered_by, recorded_at, phone_time }: Round): string {
  const at = phone_time ?? recorded_at;
  const time = at === null ? "" : dayAndTimeWords(at);
  if (entered_by) {
    return time
      ? t("According to the imported file, entered by {name}, {time}", { name: entered_by, time })
      : t("According to the imported file, entered by {name}", { name: entered_by });
  }
  if (recorded_by === null) return time;
  return time
    ? t("Recorded by {name}, {time}", { name: recorded_by, time })
    : t("Recorded by {name}", { name: recorded_by });
}

/**
 * The round as typed: as it was left, or as it is recorded; null until that is known. What is typed
 * stays when the round is changed on another phone, of which `onChanged` is told.
 */
function useUnfinished(
  place: string,
  round: Round,
  onChanged: () => void,
): Signal<TypedRound | null> {
  const typed = useSignal<TypedRound | null>(null);
  const recorded = entered(round.lines);
  useEffect(() => {
    void savedForm<Unfinished>(place).then((saved) => {
      const isChanged = saved && entered(saved.lines) !== recorded;
      const says = ({ lines }: Pick<Round, "lines">) =>
        saved && agree(entriesIn({ lines }), entriesOf(saved.typed));
      if (!saved || (isChanged && (says(saved) || says(round)))) {
        typed.value = typedFrom(round.number, round.lines, round.overrule);
        return;
      }
      const players = round.lines.map(({ player }) => player);
      typed.value = playedBy(saved.typed, players);
      if (isChanged) onChanged();
    });
  }, [place, recorded]);
  return typed;
}
