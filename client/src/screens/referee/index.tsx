/** `/referee` and `/referee/{game}`: what may be laid down and hit, and what a hand can do. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { CardPicker } from "../../components/card_picker";
import { Notice } from "../../components/notice";
import { Screen } from "../../components/screen";
import { Segmented } from "../../components/segmented";
import { tell } from "../../components/told";
import { useRead } from "../../components/use_read";
import { t } from "../../i18n";
import type { Params } from "../../router";
import { rulesState } from "../../rules";
import { type GameView, groupOf, openGroup, savedForm, saveForm, tableOf } from "../../store";
import { idle } from "../../timing";
import { aboutGame } from "../opened_game";
import {
  type Asked,
  beginAsking,
  cleared,
  colorsFor,
  kindHit,
  kindsIn,
  lacksColors,
  type Mode,
  slotsOf,
  withSlots,
  withTarget,
} from "./asked";
import { HandCheck } from "./hand_check";
import { HitCheck } from "./hit_check";
import { PhaseCheck } from "./phase_check";
import { PhaseDialog } from "./phase_choice";
import { PhaseRow } from "./phase_row";
import { quickQuestion } from "./questions";
import { RuleSearch } from "./rule_search";
import { addCard, fitted, isEmpty, takeOff } from "./slots";
import { chosenPhase, ofGame, ofThisTurn, type Subject, withoutGame } from "./subject";
import { Typing } from "./typing";
import { foresee, forgetAnswers, lookAhead } from "./use_ruling";
import "./referee.css";

const SOON = 50; // milliseconds: what was asked is kept by then

export default function Referee({ params }: { params: Params }) {
  return params.game ? <InOpenedGame params={params} /> : <WithoutGame />;
}

const InOpenedGame = aboutGame(() => t("Referee"), InGame, "table");

/** The Phases, the house rules and the players of a game are known. */
function InGame({ view: { game } }: { view: GameView }) {
  useEffect(() => openGroup(game.group), [game.group]);
  const group = groupOf(game.group).value;
  const table = tableOf(game.id).value;
  const subject = ofGame(game, group, table ?? undefined);
  const [asked, change] = useAsked(`referee/${game.id}`, () => beginAsking(game.edition));
  return (
    asked && (
      <Questions
        subject={subject}
        asked={ofThisTurn(subject, asked)}
        change={change}
        up={`/g/${game.id}`}
      />
    )
  );
}

/** The edition is that of the last time. */
function WithoutGame() {
  const [asked, change] = useAsked("referee", () => beginAsking("classic"));
  return asked && <Questions subject={withoutGame(asked)} asked={asked} change={change} up="/" />;
}

/** What was asked the last time; null until it has been looked up. */
function useAsked(name: string, begin: () => Asked): [Asked | null, (asked: Asked) => void] {
  const [asked, setAsked] = useState<Asked | null>(null);
  useRead(
    () => savedForm<Asked>(name),
    (saved) => setAsked(saved ?? begin()),
    [name],
  );
  const change = (next: Asked) => {
    setAsked(next);
    void idle(SOON).then(() => saveForm(name, next));
  };
  return [asked, change];
}

interface Props {
  subject: Subject;
  asked: Asked;
  change: (asked: Asked) => void;
  up: string;
}

function Questions({ subject, asked: saved, change, up }: Props) {
  const [isChoosing, setChoosing] = useState(false);
  const [words, setWords] = useState("");
  const [near, setNear] = useState<readonly string[]>([]); // cards that are one tap away
  const chosen = chosenPhase(subject, saved);
  const sizes = chosen.groups.map(({ size }) => size);
  const asked = { ...saved, laid: fitted(saved.laid, sizes.length) };
  const slots = slotsOf(asked);
  const kinds = kindsIn(subject.phases);
  const colors = colorsFor(asked, chosen.groups, kinds);
  const { deck } = subject.edition;

  // Keys may come faster than the screen is drawn: each adds to what the one before left.
  const latest = useMemo(() => ({ asked }), []);
  const shown = useRef(saved);
  if (shown.current !== saved) [shown.current, latest.asked] = [saved, asked];
  function update(edit: (asked: Asked) => Asked): void {
    latest.asked = edit(latest.asked);
    const verdict = foresee(questionOf(latest.asked));
    if (verdict) void verdict.then(() => change(latest.asked));
    else change(latest.asked);
  }
  const questionOf = (now: Asked) => quickQuestion(subject, chosenPhase(subject, now), now);
  const added = (now: Asked, cards: readonly string[]) => {
    const own = slotsOf(now);
    if (!own) return now;
    const needed = now.mode === "phase" ? sizes : [];
    return withSlots(
      now,
      cards.reduce((all, card) => addCard(all, card, needed), own),
    );
  };
  const takenOff = (now: Asked) => {
    const own = slotsOf(now);
    return own ? withSlots(now, takeOff(own)) : now;
  };
  const add = (cards: readonly string[]) => update((now) => added(now, cards));
  const backspace = () => update(takenOff);
  const keys = useRef({ add, backspace });
  keys.current = { add, backspace };
  // The keys stay the same from card to card: to draw them again would delay the verdict.
  const picker = useMemo(
    () => (
      <CardPicker
        deck={deck}
        colors={colors}
        atOnce
        onCard={(card) => keys.current.add([card])}
        onBackspace={() => keys.current.backspace()}
        onKeys={setNear}
      />
    ),
    [deck, colors],
  );
  useEffect(
    () =>
      lookAhead(() =>
        [takenOff(asked), ...near.map((card) => added(asked, [card]))].map(questionOf),
      ),
    [saved, near, rulesState.value],
  );
  useEffect(() => forgetAnswers, []);
  function clear() {
    const before = latest.asked;
    change(cleared(before));
    const undo = async () => {
      change(before);
      return null;
    };
    tell(t("The cards are cleared."), { undo });
  }

  return (
    <Screen
      title={t("Referee")}
      up={up}
      beside={slots !== null}
      side={subject.side === "wild" ? "wild" : undefined}
      foot={
        <>
          {slots && picker}
          <Modes mode={asked.mode} onMode={(mode) => update((now) => ({ ...now, mode }))} />
        </>
      }
    >
      {(asked.mode === "phase" || asked.mode === "hand") && (
        <PhaseRow
          subject={subject}
          asked={asked}
          change={(to) => update((now) => ({ ...now, ...to }))}
          onMore={() => setChoosing(true)}
        />
      )}
      {asked.mode === "phase" && (
        <PhaseCheck
          subject={subject}
          chosen={chosen}
          slots={asked.laid}
          change={(edit) =>
            update((now) => ({ ...now, laid: edit(fitted(now.laid, sizes.length)) }))
          }
        />
      )}
      {asked.mode === "hit" && (
        <HitCheck
          subject={subject}
          kind={kindHit(asked, kinds)}
          onKind={(kind) => update((now) => ({ ...now, kind }))}
          slots={asked.hit}
          change={(edit) => update((now) => ({ ...now, hit: edit(now.hit) }))}
          onTarget={(group) => update((now) => withTarget(now, group))}
        />
      )}
      {asked.mode === "hand" && (
        <HandCheck subject={subject} chosen={chosen} asked={asked} change={change} />
      )}
      {lacksColors(asked, chosen.groups, kinds) && (
        <div class="section">
          <Notice tone="no" live>
            {t("Colors matter here: take out the cards that have none, and tap them again.")}
          </Notice>
        </div>
      )}
      {slots && (
        <Typing deck={deck} colors={colors} onCards={add} onBackspace={backspace}>
          <Button kind="plain" disabled={isEmpty(slots)} onClick={clear}>
            {t("Clear")}
          </Button>
        </Typing>
      )}
      {asked.mode === "rules" && (
        <RuleSearch edition={subject.edition.edition} words={words} onWords={setWords} />
      )}
      {isChoosing && (
        <PhaseDialog
          subject={subject}
          hasEditions={up === "/"}
          asked={asked}
          change={change}
          onClose={() => setChoosing(false)}
        />
      )}
    </Screen>
  );
}

/** What to ask: always within reach. */
function Modes({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  return (
    <div class="referee-modes">
      <Segmented
        legend={t("What to ask")}
        hideLegend
        options={[
          { value: "phase", label: t("Phase") },
          { value: "hit", label: t("Hit") },
          { value: "hand", label: t("My hand") },
          { value: "rules", label: t("Rules") },
        ]}
        value={mode}
        onChange={onMode}
      />
    </div>
  );
}
