/** `/g/{game}/enter`: the tally of the next round. */

import { computed, type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { announce } from "../../components/announcer";
import { EmptyState } from "../../components/empty_state";
import { Screen } from "../../components/screen";
import { useStayAwake } from "../../components/stay_awake";
import { tell } from "../../components/told";
import { t } from "../../i18n";
import { go } from "../../router";
import {
  draftOf,
  type Game,
  type GameView,
  type RoundEntry as Line,
  openGroup,
  type Problem,
  recordRound,
  saveTyped,
  tableOf,
  typedRound,
} from "../../store";
import { beginRound, playedBy, type TypedRound } from "../../store/typed/round";
import { aboutGame } from "../opened_game";
import { mayScore } from "../roles";
import { laidDownOn, useShown } from "../table/laid_down";
import { usePatience } from "../use_patience";
import { DraftEntry } from "./draft_entry";
import { contradicts } from "./draft_lines";
import { Meanwhile } from "./meanwhile";
import { absentFrom, checkedBy, roundPlayers } from "./players";
import { type EntryPlayer, RoundEntry } from "./round_entry";
import { ShareEntry } from "./share_entry";
import { TakenOver } from "./taken_over";

/** The screen; what is typed is there again after anything. */
export default aboutGame(() => t("Round"), EnterView);

function EnterView({ view: { game, unchecked, takingBack } }: { view: GameView }) {
  const up = `/g/${game.id}`;
  const saved = typedRound(game.id);
  useEffect(() => openGroup(game.group), [game.group]);
  const recording = useSignal(false);
  useStayAwake(game.status === "playing");
  const next = game.next_round ? game.next_round.number + unchecked.length : null;
  const players = roundPlayers(game, unchecked.length > 0 || takingBack !== null);
  const now = {
    number: takingBack ?? next,
    players,
    absent: absentFrom(game),
    rules: checkedBy(game, players),
  };
  const entered = useRef(now);
  // While it is being recorded, the form stays as it is: it takes no second press, and says what is refused.
  if (!recording.value) entered.current = now;
  const { number, rules, ...who } = entered.current;
  const began = useRef(number);
  const draft = useDraft(game, number);
  const typed = saved.value;
  const isOvertaken = number !== began.current && !typed && !recording.value;
  useEffect(() => {
    if (!isOvertaken || location.pathname !== `${up}/enter`) return; // on the way elsewhere
    announce(t("Round {number} recorded", { number: began.current ?? 0 }));
    go(up, { replace: true });
  }, [isOvertaken]);

  if (isOvertaken) return null;
  if (typed && typed.round !== number) {
    return <Meanwhile game={game} typed={typed} next={number} up={up} />;
  }
  if (number === null) {
    return (
      <Screen title={t("Round")} up={up}>
        <EmptyState title={t("The game is over.")} />
      </Screen>
    );
  }
  const isShared = draft.value && !recording.value && !typed?.alone && typed?.out == null;
  if (!isShared && !mayScore(game.my_role)) return <Watching game={game} number={number} up={up} />;
  const key = `${number} ${rules}`;
  const round = { game, number, up, ...who };
  return isShared ? (
    <DraftEntry key={`draft ${key}`} {...round} draft={draft} />
  ) : (
    <EnterAlone key={key} {...round} recording={recording} />
  );
}

/** For viewers: they enter their own points only where each player does, as the server tells. */
function Watching({ game, number, up }: { game: Game; number: number; up: string }) {
  const isTold = usePatience(draftOf(game.id).value !== null);
  return (
    <Screen title={t("Round {number}", { number })} up={up}>
      <EmptyState
        title={isTold ? t("You are watching: scorers enter the rounds.") : t("Reading …")}
      />
    </Screen>
  );
}

/** The lines that several phones are entering for a round; null if nobody does. */
function useDraft(game: Game, number: number | null) {
  const state = draftOf(game.id);
  const inRound = () => {
    const draft = state.value?.draft;
    return draft && draft.round === number ? draft : null;
  };
  return useMemo(() => computed(inRound), [state, number]);
}

interface AloneProps {
  game: Game;
  number: number;
  players: readonly EntryPlayer[];
  absent: ReturnType<typeof absentFrom>;
  /** Whether the round is just being recorded, so that it is no surprise. */
  recording: Signal<boolean>;
  up: string;
}

/** One phone enters the round for all. */
function EnterAlone({ game, number, players, absent, recording, up }: AloneProps) {
  const saved = typedRound(game.id);
  const order = useMemo(() => players.map(({ id }) => id), []);
  const fresh = useMemo(() => beginRound(number, order, downIn(game.id, number)), []);
  const typed = useComputed<TypedRound>(() =>
    saved.value?.round === number ? playedBy(saved.value, order) : fresh,
  );
  const draft = useDraft(game, number).value;
  const shown = useShown(game.id, number);

  /** Undone, the round is back in the form: nobody has to type it again. */
  async function takeBack(
    undo: () => Promise<Problem | null>,
    now: TypedRound,
  ): Promise<Problem | null> {
    const problem = await undo();
    if (!problem) await saveTyped(game.id, now);
    return problem;
  }

  async function record(results: Line[], overrule: string): Promise<Problem | null> {
    const now = typed.peek();
    const discards = draft ? contradicts(draft, results) : false;
    const body = {
      number,
      results,
      ...(overrule && { overrule }),
      ...(discards && { discard_draft: true }),
    };
    recording.value = true;
    try {
      const stored = await recordRound(game.id, body);
      if (stored.problem) return stored.problem;
      await saveTyped(game.id, null);
      const { undo, holds } = stored;
      tell(
        t("Round {number} recorded", { number }),
        { undo: undo && (() => takeBack(undo, now)), holds },
        up,
      );
      go(up, { replace: true });
      return null;
    } finally {
      recording.value = false;
    }
  }

  return (
    <RoundEntry
      game={game}
      title={t("Round {number}", { number })}
      up={up}
      players={players}
      absent={absent}
      typed={typed}
      save={(now) => void saveTyped(game.id, now)}
      onRecord={record}
      shown={shown}
      otherWays={<ShareEntry game={game} number={number} />}
      notice={draft && <TakenOver draft={draft} game={game} typed={typed.value} />}
    />
  );
}

/** Who has laid down on the live table, as far as it is noted and this phone knows it. */
function downIn(game: string, number: number): string[] {
  const table = tableOf(game).peek();
  return table?.round === number ? laidDownOn(table) : [];
}
