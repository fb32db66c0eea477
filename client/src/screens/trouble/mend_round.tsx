import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ProblemNotice } from "../../components/problem_notice";
import { t } from "../../i18n";
import {
  type Game,
  type RoundEntry as Line,
  savedForm,
  saveForm,
  settle,
  type Trouble,
} from "../../store";
import { playedBy, type TypedRound, typedFrom } from "../../store/typed/round";
import { checkedBy, roundPlayers } from "../round_entry/players";
import { RoundEntry } from "../round_entry/round_entry";
import type { EntryPlayer } from "../round_entry/tally";
import { bySeat } from "../rounds/sheet";

/** A refused round as it was entered. */
export interface Entered {
  number: number;
  lines: readonly Line[];
  overrule: string;
}

interface Props {
  game: Game;
  trouble: Trouble;
  entered: Entered;
  up: string;
}

/** Change a round that was refused, in its place: rounds entered after it wait behind it. */
export function MendRound({ game, trouble, entered, up }: Props) {
  const place = `mended entry ${trouble.id}`;
  const players = playersOf(game, entered);
  const key = checkedBy(game, players);
  const typed = useSignal<TypedRound | null>(null);
  useEffect(() => {
    const order = players.map(({ id }) => id);
    const asEntered = typedFrom(entered.number, entered.lines, entered.overrule, order);
    void savedForm<TypedRound>(place).then((saved) => {
      typed.value = playedBy(typed.peek() ?? saved ?? asEntered, order);
    });
  }, [place, key]);
  if (!typed.value) return null;

  const save = (next: TypedRound) => {
    typed.value = next;
    void saveForm(place, next);
  };
  const send = async (results: Line[], overrule: string) => {
    await settle(trouble, { results, overrule });
    await saveForm(place, undefined);
    return null;
  };
  return (
    <RoundEntry
      key={key}
      game={game}
      title={t("Round {number}", { number: entered.number })}
      up={up}
      players={players}
      typed={typed as Signal<TypedRound>}
      save={save}
      onRecord={send}
      notice={
        <>
          <ProblemNotice problem={trouble.problem} />
          {typed.value.at === null && <p>{t("Tap a player to change their points.")}</p>}
        </>
      }
    />
  );
}

/** Who plays the round, by seat; their Phases are known for the next round and for recorded ones. */
function playersOf(game: Game, { number, lines }: Entered): EntryPlayer[] {
  if (game.next_round?.number === number) return roundPlayers(game);
  const recorded = game.rounds.find((round) => round.number === number)?.lines ?? [];
  const phases = new Map(recorded.map(({ player, phase }) => [player, phase]));
  return bySeat(game)
    .filter(({ id }) => lines.some(({ player }) => player === id))
    .map((player) => ({ ...player, phase: phases.get(player.id) ?? null }));
}
