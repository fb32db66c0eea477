import { t } from "../i18n";
import type { Schemas } from "../server/problems";
import { Cards } from "./card";
import "./choice.css";

interface Props {
  standings: readonly Schemas["StandingDetail"][];
  /** The index of the one that is chosen, where a choice can be changed. */
  chosen?: number | null;
  onChoice: (standing: Schemas["StandingDetail"], index: number) => void;
}

/** What cards could be, as pictures: the player says which is meant. */
export function Standings({ standings, chosen, onChoice }: Props) {
  return (
    <ul class="stack" aria-label={t("Which one is meant?")}>
      {standings.map((standing, index) => (
        <li key={standing.cards.join(" ")}>
          <button
            type="button"
            class="card-choice"
            aria-pressed={chosen === undefined ? undefined : index === chosen}
            onClick={() => onChoice(standing, index)}
          >
            <Cards cards={standing.cards} small />
          </button>
        </li>
      ))}
    </ul>
  );
}
