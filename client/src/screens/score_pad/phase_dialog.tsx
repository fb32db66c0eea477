import { Cards } from "../../components/card";
import { Dialog } from "../../components/dialog";
import { t } from "../../i18n";
import type { Schemas } from "../../server/problems";
import { exampleCards } from "./example_cards";

interface Props {
  phase: Schemas["NumberedPhase"];
  onClose: () => void;
}

/** A Phase with cards that would make it, and what its groups are. */
export function PhaseDialog({ phase, onClose }: Props) {
  const kinds = [...new Set(phase.groups.map(({ kind }) => kind))];
  return (
    <Dialog title={t("Phase {number}", { number: phase.phase })} onClose={onClose}>
      <p>{phase.name}</p>
      {exampleCards(phase.groups).map((cards, index) => (
        <Cards key={`${index} ${cards.length}`} cards={cards} />
      ))}
      {kinds.map((kind) => (
        <p key={kind} class="faint">
          {explanation(kind)}
        </p>
      ))}
    </Dialog>
  );
}

/** What a kind of group is, in a sentence. */
function explanation(kind: Schemas["GroupKind"]): string {
  const sentences: Record<Schemas["GroupKind"], string> = {
    set: t("Set: cards of one number, in any colors."),
    run: t("Run: consecutive numbers, in any colors."),
    color_run: t("Color run: consecutive numbers of one color."),
    color: t("Cards of one color, with any numbers."),
    odd: t("Odd numbers only; repeats are allowed."),
    even: t("Even numbers only; repeats are allowed."),
    odd_run: t("Consecutive odd numbers, such as 1, 3, 5 and 7."),
    even_run: t("Consecutive even numbers, such as 2, 4, 6 and 8."),
    pair_run: t("Consecutive pairs, such as 6, 6, 7 and 7."),
  };
  return sentences[kind];
}
