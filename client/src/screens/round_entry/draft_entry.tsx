/** A round in which each phone enters its own line: live on all of them, recorded when complete. */

import { type ReadonlySignal, signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { announce } from "../../components/announcer";
import { Button } from "../../components/button";
import { ProblemNotice } from "../../components/problem_notice";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import {
  enterLine,
  type Game,
  groupOf,
  type Problem,
  type Schemas,
  saveTyped,
  typedRound,
} from "../../store";
import { editionOf } from "../../store/editions";
import type { Known } from "../../store/typed/line_state";
import {
  beginRound,
  entryOf,
  goTo,
  isEmpty,
  lineOf,
  playedBy,
  sentLine,
  type TypedRound,
} from "../../store/typed/round";
import { mayScore } from "../roles";
import { useShown } from "../table/laid_down";
import { typedFromDraft } from "./draft_lines";
import { DraftRows } from "./draft_rows";
import { DraftWords } from "./draft_words";
import { EntryPad } from "./entry_pad";
import { useRoundInEntry } from "./in_entry";
import { useKeyboard } from "./keyboard";
import { pressOf, pricesOf } from "./keys";
import { nameIn } from "./players";
import { RoundForm } from "./round_form";
import { type EntryPlayer, Tally } from "./tally";
import { UndoButton } from "./undo_button";
import { Words } from "./words";

interface Props {
  game: Game;
  draft: ReadonlySignal<Schemas["RoundDraftDetail"] | null>;
  number: number;
  players: readonly EntryPlayer[];
  up: string;
}

export function DraftEntry({ game, draft, number, players, up }: Props) {
  const order = useMemo(() => players.map(({ id }) => id), []);
  const group = groupOf(game.group);
  const edition = editionOf(game.edition);
  const saved = typedRound(game.id);
  const shown = useShown(game.id, number);
  const refused = useSignal<Problem | null>(null);

  const lineIn = (player: string) => draft.value?.lines.find((line) => line.player === player);
  const own = useComputed(
    () => new Set(group.value?.players.filter((one) => one.is_me).map(({ id }) => id)),
  );
  const scores = mayScore(game.my_role);
  const mayEnter = (player: string) => scores || own.value.has(player);

  const typed = useComputed<TypedRound>(() => {
    if (saved.value?.round === number) return playedBy(saved.value, order);
    const isOpen = (id: string) => own.value.has(id) && !lineIn(id);
    return { ...beginRound(number, order), at: order.find(isOpen) ?? null };
  });
  const entered = useComputed<TypedRound | null>(
    () => draft.value && typedFromDraft(draft.value, order),
  );
  const { form, tally } = useMemo(() => {
    const known = signal<Known>({ possible: null, prices: pricesOf(edition) });
    const save = (now: TypedRound) => void saveTyped(game.id, now);
    return {
      form: new RoundForm(typed, known, save, false),
      tally: new Tally(game, players, shown),
    };
  }, []);
  useRoundInEntry();
  useEffect(() => tally.learn(form.known), []);
  useEffect(() => tally.follow(entered), []);
  useKeyboard({
    onPress: (press) => form.press(press),
    onEnter: () => void send(),
    onUndo: () => form.undo(),
  });

  /** Enter the line that is being typed: its points, or that the player went out. */
  async function send(goesOut = false) {
    const now = typed.peek();
    const { at } = now;
    if (at === null || !mayEnter(at)) return;
    const said = goesOut ? { player: at, went_out: true } : entryOf(now, at);
    if (!said) return;
    const { player, ...line } = said;
    const seen = lineIn(player)?.version ?? 0;
    const stored = await enterLine(game.id, player, { ...line, round: number, seen });
    refused.value = stored.problem ?? null;
    if (stored.problem) return;
    announce(t("{name} is entered.", { name: nameIn(game, player) }));
    form.forget();
    const later = saved.peek();
    if (later?.round !== number) return;
    const left = sentLine(later, player, lineOf(now, player));
    const hasMore = left.at !== null || Object.values(left.lines).some((line) => !isEmpty(line));
    await saveTyped(game.id, hasMore ? left : null);
  }

  /** Take what is there, and go on as if only this phone entered the round. */
  function finishHere() {
    if (entered.value) void saveTyped(game.id, { ...entered.value, alone: true });
  }

  const { at } = typed.value;
  const isTyping = at !== null && mayEnter(at);
  return (
    <Screen
      title={t("Round {number}", { number })}
      up={up}
      beside
      right={<UndoButton form={form} />}
      foot={
        isTyping ? (
          <>
            <EntryPad
              form={form}
              game={game}
              players={players}
              edition={edition}
              onKey={(id) => form.press(pressOf(id))}
            />
            <div class="entry-ways">
              <Button onClick={() => void send(true)}>
                <span class="two-lines">{t("{name} went out", { name: nameIn(game, at) })}</span>
              </Button>
              <Button
                kind="main"
                disabled={isEmpty(lineOf(typed.value, at))}
                onClick={() => void send()}
              >
                {t("Enter")}
              </Button>
            </div>
          </>
        ) : (
          scores && (
            <Button small onClick={finishHere}>
              {t("Finish on this phone")}
            </Button>
          )
        )
      }
    >
      <DraftRows
        form={form}
        players={players}
        draft={draft.value}
        entered={entered.value}
        mayEnter={mayEnter}
        onPlayer={(player) => player !== at && form.change((now) => goTo(now, player))}
      />
      <div class="section entry-words">
        {refused.value && <ProblemNotice problem={refused.value} />}
        {isTyping && <Words form={form} tally={tally} players={players} mayOverrule={false} />}
        <DraftWords
          game={game}
          entered={entered.value}
          tally={tally}
          missing={isTyping ? [] : order.filter((id) => !lineIn(id))}
          mayEnterNothing={!scores && own.value.size === 0}
        />
      </div>
    </Screen>
  );
}
