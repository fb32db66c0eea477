import { useEffect, useRef } from "preact/hooks";
import { Chips } from "../../components/chips";
import type { Game } from "../../store";
import { nameOf } from "../round_entry/players";

interface Props {
  /** The question, such as "Who hits?". */
  label: string;
  game: Game;
  /** Ids, by seat. */
  players: readonly string[];
  chosen: string | null;
  onChoose: (player: string) => void;
}

/** One of the players, with a tap; a question that comes up later is brought into view. */
export function PlayerChoice({ label, game, players, chosen, onChoose }: Props) {
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div ref={question} class="table-question">
      <p>{label}</p>
      <Chips
        label={label}
        options={players.map((id) => ({ value: id, label: nameOf(game, id) }))}
        chosen={chosen}
        onPress={onChoose}
      />
    </div>
  );
}
