import { useState } from "preact/hooks";
import { Chips } from "../../components/chips";
import { Question } from "../../components/dialog";
import { Field } from "../../components/field";
import { ProblemNotice } from "../../components/problem_notice";
import { Segmented } from "../../components/segmented";
import { Select } from "../../components/select";
import { tell } from "../../components/told";
import { t } from "../../i18n";
import {
  addToGame,
  type GameView,
  type Group,
  newId,
  type Problem,
  type Schemas,
} from "../../store";
import { cleanName, LONGEST_NAME } from "../../store/typed/names";
import { bySeat } from "../rounds/sheet";
import { lowestPhase, nextRound, startingTotals } from "./next_round";

interface Props {
  view: GameView;
  group: Group | undefined;
  onClose: () => void;
}

/** Let somebody join late: who, where, on which Phase and with how many points. */
export function AddPlayer({ view: { game, unchecked }, group, onClose }: Props) {
  const seats = bySeat(game);
  const [known, setKnown] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [leftOf, setLeftOf] = useState(seats.at(-1)?.id ?? "");
  const [phase, setPhase] = useState<"first" | "lowest">("first");
  const [points, setPoints] = useState("0");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const seated = new Set(seats.map(({ id }) => id));
  const others = (group?.players ?? []).filter(({ id, has_left }) => !has_left && !seated.has(id));
  const round = nextRound(game, unchecked.length);
  const lowest = lowestPhase(game);
  const totals = startingTotals(game);
  const fixed = game.variant === "fixed_rounds";
  const who = others.find(({ id }) => id === known)?.name ?? cleanName(name);
  const total = /^\d{1,5}$/.test(points.trim()) ? Number(points) : null;

  const add = async () => {
    if (!who || total === null) return;
    const body: Schemas["JoinGameRequest"] = {
      player: known ? { id: known } : { id: newId(), name: who },
      left_of: leftOf,
      total,
      round,
      ...(!fixed && { phase }),
    };
    setBusy(true);
    const stored = await addToGame(game.id, body);
    setBusy(false);
    if (stored.problem) {
      setProblem(stored.problem);
      return;
    }
    onClose();
    const text = t("{name} joins in round {round}", { name: who, round });
    tell(text, stored);
  };

  return (
    <Question
      title={t("Who joins in round {round}?", { round })}
      yes={who ? t("Add {name}", { name: who }) : t("Add a player")}
      busy={busy}
      disabled={!who || total === null}
      onYes={add}
      onClose={onClose}
    >
      {problem && <ProblemNotice problem={problem} />}
      {others.length > 0 && (
        <Chips
          label={t("Players of the group")}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={known}
          onPress={(id) => {
            setKnown(id === known ? null : id);
            setName("");
          }}
        />
      )}
      <Field
        label={others.length > 0 ? t("Or somebody new") : t("Name")}
        value={name}
        onValue={(value) => {
          setName(value);
          setKnown(null);
        }}
        maxLength={LONGEST_NAME}
        autocapitalize="words"
      />
      <Select
        label={t("Sits to the left of")}
        options={seats.map((seat) => ({ value: seat.id, label: seat.name }))}
        value={leftOf}
        onChange={setLeftOf}
      />
      {!fixed && lowest !== null && lowest > 1 && (
        <Segmented
          legend={t("Begins with")}
          options={[
            { value: "first", label: t("Phase {number}", { number: 1 }) },
            {
              value: "lowest",
              label: t("Phase {number}", { number: lowest }),
              hint: t("the lowest at the table"),
            },
          ]}
          value={phase}
          onChange={setPhase}
        />
      )}
      <Field
        label={t("Begins with points")}
        value={points}
        onValue={setPoints}
        inputMode="numeric"
        maxLength={5}
        {...(total === null && { error: t("Write a number.") })}
      />
      {totals && (
        <Chips
          label={t("Points to begin with")}
          options={[
            { value: 0, label: t("none: 0") },
            { value: totals.average, label: t("average: {points}", { points: totals.average }) },
            { value: totals.highest, label: t("most: {points}", { points: totals.highest }) },
          ]}
          chosen={total}
          onPress={(value) => setPoints(String(value))}
        />
      )}
    </Question>
  );
}
