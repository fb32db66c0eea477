/** The referee's check of what is typed: once before typing, then after each pause. */

import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Faced } from "../../components/face";
import { ask, orNull, rulesState } from "../../rules";
import type { Schemas } from "../../server/problems";
import { type Game, network, type RoundEntry } from "../../store";
import type { Known } from "../../store/typed/line_state";
import { entryOf, isUntouched, type TypedRound } from "../../store/typed/round";
import { inTime } from "../../timing";

/** A player of the round that is entered. */
export interface EntryPlayer extends Faced {
  id: string;
  /** The Phase the player is on in this round; null if rounds before it are not checked yet. */
  phase: number | null;
}

/** What lies on the live table of the round; null if nothing is noted. */
type Shown = Schemas["TallyTable"] | null;

/** What the referee says about a typed round; `answer` is null if nobody can be asked. */
export interface Verdict {
  typed: TypedRound;
  shown: Shown;
  answer: Schemas["TallyAnswer"] | null;
}

/** The lines with what the table tells of laying down: whoever checks the round next may not know it. */
export function settledLines(
  lines: readonly RoundEntry[],
  answer: Schemas["TallyAnswer"] | null | undefined,
): RoundEntry[] {
  const settled = new Map(answer?.results.map(({ player, laid_down }) => [player, laid_down]));
  return lines.map((line) =>
    line.went_out
      ? line
      : { ...line, laid_down: line.laid_down ?? settled.get(line.player) ?? null },
  );
}

const PAUSE = 120; // milliseconds after the last tap
const PATIENCE = 1500; // milliseconds for which Record waits for the verdict

export class Tally {
  readonly verdict: Signal<Verdict | null> = signal(null);
  private pending: { typed: TypedRound; shown: Shown; answer: Promise<Verdict> } | null = null;

  constructor(
    private readonly game: Game,
    private readonly players: readonly EntryPlayer[],
    private readonly shown: ReadonlySignal<Shown> = signal(null),
  ) {}

  /** Learn what each line can be, as soon as somebody can be asked, and again after each play. */
  learn(known: Signal<Known>): () => void {
    let learnt: Shown = null;
    return effect(() => {
      const shown = this.shown.value;
      if (known.value.possible && learnt === shown) return;
      if (rulesState.value !== "ready" && !network.value) return;
      void this.ask(null).then((answer) => {
        if (!answer || this.shown.peek() !== shown) return;
        learnt = shown;
        const open = answer.results.flatMap((line) =>
          line.open ? [[line.player, line.open] as const] : [],
        );
        known.value = { ...known.peek(), possible: Object.fromEntries(open) };
      });
    });
  }

  /** Check what is typed after each pause. */
  follow(typed: { readonly value: TypedRound | null }): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = effect(() => {
      const round = typed.value;
      void this.shown.value;
      clearTimeout(timer);
      if (round && !isUntouched(round)) timer = setTimeout(() => void this.check(round), PAUSE);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }

  /** The verdict on what is typed now; null if it does not come in time. */
  settle(typed: TypedRound): Promise<Verdict | null> {
    return inTime(PATIENCE, this.check(typed));
  }

  private check(typed: TypedRound): Promise<Verdict> {
    const shown = this.shown.peek();
    const last = this.verdict.peek();
    const isSame = (one: { typed: TypedRound; shown: Shown } | null) =>
      one?.typed === typed && one.shown === shown;
    if (last?.answer && isSame(last)) return Promise.resolve(last);
    if (this.pending && isSame(this.pending)) return this.pending.answer;
    const answer = this.ask(typed).then((found) => {
      const verdict = { typed, shown, answer: found };
      if (isSame(this.pending)) {
        this.pending = null;
        this.verdict.value = verdict;
      }
      return verdict;
    });
    this.pending = { typed, shown, answer };
    return answer;
  }

  private async ask(typed: TypedRound | null): Promise<Schemas["TallyAnswer"] | null> {
    const results: Schemas["TallyEntryRequest"][] = [];
    for (const { id, name, phase } of this.players) {
      if (phase === null) return null;
      results.push({ ...(typed ? entryOf(typed, id) : null), player: id, name, phase });
    }
    const phases = this.game.phases.map(({ groups }) => ({ groups }));
    const { edition, house_rules } = this.game;
    const table = this.shown.peek();
    const asked = { edition, phases, house_rules, results, ...(table && { table }) };
    return (await orNull(ask("tally", asked)))?.data ?? null;
  }
}
