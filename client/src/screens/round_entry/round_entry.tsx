/** Entering the tally of a round: who went out, then what each of the others is left with. */

import { type ReadonlySignal, signal, useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { announce } from "../../components/announcer";
import { Button } from "../../components/button";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import { isolated } from "../../i18n/names";
import type { Game, RoundEntry as Line, Problem, Schemas } from "../../store";
import { editionOf } from "../../store/editions";
import type { Known } from "../../store/typed/line_state";
import { askOut, entriesOf, NOBODY, sayOut, type TypedRound } from "../../store/typed/round";
import { EntryPad } from "./entry_pad";
import { EntryRows } from "./entry_rows";
import { useRoundInEntry } from "./in_entry";
import { useKeyboard } from "./keyboard";
import { pressOf, pricesOf } from "./keys";
import { NotTaken } from "./not_taken";
import { RoundForm } from "./round_form";
import { type EntryPlayer, settledLines, Tally } from "./tally";
import { UndoButton } from "./undo_button";
import { Words } from "./words";
import "./round_entry.css";

export type { EntryPlayer } from "./tally";

interface Props {
  game: Game;
  title: string;
  up: string;
  /** The players of the round, by seat. */
  players: readonly EntryPlayer[];
  /** Players who are not in this round, with the reason. */
  absent?: ComponentProps<typeof EntryRows>["absent"];
  typed: ReadonlySignal<TypedRound>;
  /** Takes each change at once, and keeps it. */
  save: (typed: TypedRound) => void;
  /** Records the round; resolves with the reason if that is refused. */
  onRecord: (lines: Line[], overrule: string) => Promise<Problem | null>;
  /** What the live table shows of the round. */
  shown?: ReadonlySignal<Schemas["TallyTable"] | null>;
  /** "Record" by default. */
  recordLabel?: string;
  /** Told above the rows. */
  notice?: ComponentChildren;
  /** Beside "Nobody went out", as long as that is the question. */
  otherWays?: ComponentChildren;
}

/** The form for a round, for a new one as for a correction. */
export function RoundEntry(props: Props) {
  const { game, players, typed, save } = props;
  const edition = editionOf(game.edition);
  const { form, tally } = useMemo(() => {
    const known = signal<Known>({ possible: null, prices: pricesOf(edition) });
    return {
      form: new RoundForm(typed, known, save),
      tally: new Tally(game, players, props.shown),
    };
  }, []);
  const refused = useSignal<Problem | null>(null);
  const busy = useSignal(false);

  useRoundInEntry();
  useEffect(() => {
    const stops = [
      tally.learn(form.known),
      tally.follow(typed),
      typed.subscribe(() => {
        refused.value = null;
      }),
      announceTurns(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  async function record() {
    if (busy.peek()) return;
    if (!form.isComplete) return form.showProblem();
    busy.value = true;
    try {
      const { value } = typed;
      const verdict = await tally.settle(value);
      const problems = verdict?.answer?.problems ?? [];
      if (typed.peek() !== value || (problems.length > 0 && !value.overrule)) return;
      const lines = settledLines(entriesOf(value), verdict?.answer);
      // Without a problem here, the plays on the table may need the reason; what needs none, keeps none.
      refused.value = await props.onRecord(lines, value.overrule);
    } finally {
      busy.value = false;
    }
  }

  /** Say whose points come next, even when the pad goes on by itself. */
  function announceTurns(): () => void {
    let before = typed.peek().at;
    return typed.subscribe(({ at }) => {
      if (at !== null && at !== before) announce(t("Points for {name}", { name: nameOf(at) }));
      before = at;
    });
  }

  function main() {
    if (form.nextPlayer() === null) return void record();
    form.next();
  }

  const nameOf = (id: string) => isolated(players.find((player) => player.id === id)?.name ?? "");
  useKeyboard({
    onPress: (press) => typed.peek().out !== null && form.press(press),
    onEnter: () => typed.peek().out !== null && main(),
    onUndo: () => form.undo(),
  });

  const asking = useComputed(() => typed.value.out === null);
  return (
    <Screen
      title={props.title}
      up={props.up}
      beside
      right={<UndoButton form={form} />}
      foot={
        asking.value ? (
          <div class="entry-ways">
            <Button small onClick={() => form.change((now) => sayOut(now, NOBODY))}>
              {t("Nobody went out")}
            </Button>
            {props.otherWays}
          </div>
        ) : (
          <>
            <EntryPad
              form={form}
              game={game}
              players={players}
              edition={edition}
              onKey={(id) => form.press(pressOf(id))}
            />
            <MainButton
              form={form}
              nameOf={nameOf}
              label={props.recordLabel ?? t("Record")}
              busy={busy}
              onPress={main}
            />
          </>
        )
      }
    >
      <h2 class={asking.value ? "entry-question" : "visually-hidden"}>
        {asking.value ? t("Who went out?") : t("Points")}
      </h2>
      <EntryRows
        form={form}
        players={players}
        absent={props.absent ?? []}
        onPlayer={(player) => {
          const { out, at } = typed.peek();
          if (out === null) {
            form.change((now) => sayOut(now, player));
            const next = typed.peek().at;
            const named = { name: nameOf(player), next: next === null ? "" : nameOf(next) };
            announce(t("{name} went out. Points for {next}", named));
          } else if (player !== at) form.choose(player);
        }}
        onOther={() => form.change(askOut)}
      />
      <div class="section entry-words">
        {props.notice}
        {refused.value && <NotTaken problem={refused.value} form={form} players={players} />}
        <Words form={form} tally={tally} players={players} />
      </div>
    </Screen>
  );
}

interface MainProps {
  form: RoundForm;
  nameOf: (id: string) => string;
  label: string;
  busy: ReadonlySignal<boolean>;
  onPress: () => void;
}

/** The next step: the next player, or to record the round. */
function MainButton({ form, nameOf, label, busy, onPress }: MainProps) {
  const next = form.nextPlayer();
  const { at } = form.typed.value;
  const waits = at !== null && form.stateOf(at).is === "missing";
  return (
    <Button kind="main" busy={busy.value} disabled={waits} onClick={onPress}>
      <span class="cut">{next === null ? label : t("Next: {name}", { name: nameOf(next) })}</span>
    </Button>
  );
}
