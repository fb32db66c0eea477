import { useComputed } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { CardPicker } from "../../components/card_picker";
import { Keypad } from "../../components/keypad";
import { PhaseBadge, PhaseWords } from "../../components/phase";
import { t } from "../../i18n";
import type { Game } from "../../store";
import type { Edition } from "../../store/editions";
import { addCard, lineOf, takeOff } from "../../store/typed/round";
import { padRows } from "./keys";
import type { RoundForm } from "./round_form";
import type { EntryPlayer } from "./tally";

interface Props {
  form: RoundForm;
  game: Game;
  players: readonly EntryPlayer[];
  edition: Edition;
  onKey: (id: string) => void;
}

/** Keys that add up and digits, or cards; above them, whose line it is. */
export function EntryPad({ form, game, players, edition, onKey }: Props) {
  const [wantsCards, setWantsCards] = useState<boolean | null>(null);
  const at = useComputed(() => form.typed.value.at);
  const hasCards = useComputed(() => {
    const { value } = form.typed;
    return value.at !== null && lineOf(value, value.at).cards !== null;
  });
  const rows = useMemo(() => padRows(edition), [edition]);
  const player = players.find(({ id }) => id === at.value);
  if (!player || at.value === form.typed.value.out) return null;
  const phase = game.phases.find((one) => one.phase === player.phase) ?? null;
  const byCards = wantsCards ?? hasCards.value;
  return (
    <div class="entry-pad">
      <div class="entry-whose">
        <span class="entry-phase">
          {phase && <PhaseBadge phase={phase.phase} />}
          {phase && <PhaseWords phase={phase} />}
        </span>
        <Button kind="plain" onClick={() => setWantsCards(!byCards)}>
          {byCards ? t("Points") : t("Cards")}
        </Button>
      </div>
      {byCards ? (
        <CardPicker
          deck={edition.deck}
          atOnce
          onCard={(card) => form.change((typed) => addCard(typed, card))}
          onBackspace={() => form.change(takeOff)}
        />
      ) : (
        <Keypad label={t("Points for {name}", { name: player.name })} rows={rows} onKey={onKey} />
      )}
    </div>
  );
}
