import { useState } from "preact/hooks";
import { Segmented } from "../../components/segmented";
import { t } from "../../i18n";
import { saidOf, sayLaidDown, sayOverrule, type TypedRound } from "../../store/typed/round";
import { Overruling } from "../overruling";
import { laidDownQuestion } from "./laid_down_question";
import type { RoundForm } from "./round_form";
import type { EntryPlayer } from "./tally";

/** Why tables insist on a round. */
export const reasonsForRound = () => [
  t("We counted twice."),
  t("Somebody had too many cards."),
  t("We play it differently."),
  t("We stopped the round."),
];

interface Props {
  form: RoundForm;
  players: readonly EntryPlayer[];
  onClose: () => void;
}

/** Why the table insists; and who laid down, where the points cannot tell. */
export function OverruleDialog({ form, players, onClose }: Props) {
  const [said, say] = useState<Readonly<Record<string, boolean>>>({});
  const typed = form.typed.value;
  const doubtful = players.filter(
    ({ id }) => form.stateOf(id).is === "impossible" && saidOf(typed, id) === null,
  );

  function insist(reason: string) {
    const withClaims = (now: TypedRound) =>
      Object.entries(said).reduce((to, [id, down]) => sayLaidDown(to, id, down), now);
    form.change((now) => form.onward(sayOverrule(withClaims(now), reason)));
    onClose();
  }

  return (
    <Overruling
      reasons={reasonsForRound()}
      ready={doubtful.every(({ id }) => said[id] !== undefined)}
      onOverrule={insist}
      onClose={onClose}
    >
      {doubtful.map(({ id, ...player }) => (
        <Segmented
          key={id}
          legend={laidDownQuestion({ id, ...player })}
          options={[
            { value: "yes", label: t("Laid down") },
            { value: "no", label: t("Did not") },
          ]}
          value={said[id] === undefined ? null : said[id] ? "yes" : "no"}
          onChange={(value) => say({ ...said, [id]: value === "yes" })}
        />
      ))}
    </Overruling>
  );
}
