import { Cards } from "../../components/card";
import { t } from "../../i18n";
import { GROUP_KINDS } from "../group_kinds";
import type { Lying } from "./subject";

interface Props {
  lying: readonly Lying[];
  onChoice: (group: Lying["group"]) => void;
}

/** What lies on the live table, to ask about with one tap. */
export function LyingGroups({ lying, onChoice }: Props) {
  return (
    <section class="section" aria-labelledby="lying">
      <h2 id="lying">{t("On the live table")}</h2>
      <ul class="stack lying">
        {lying.map(({ name, group }) => (
          <li key={group.id}>
            <button type="button" class="lying-group" onClick={() => onChoice(group)}>
              <span class="small">
                <bdi>{name}</bdi> · {GROUP_KINDS[group.kind]()}
              </span>
              <Cards cards={group.cards} small />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
