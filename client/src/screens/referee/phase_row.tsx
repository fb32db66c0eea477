import { PhaseBadge } from "../../components/phase";
import { t } from "../../i18n";
import { isolated } from "../../i18n/names";
import { groupWords } from "./group_words";
import type { Chosen, Subject } from "./subject";

interface Props {
  subject: Subject;
  chosen: Chosen;
  onChange: () => void;
}

/** Which Phase it is about; a tap chooses another one. */
export function PhaseRow({ subject, chosen, onChange }: Props) {
  const { player, phase, groups } = chosen;
  return (
    <button type="button" class="referee-phase" onClick={onChange}>
      <span class="referee-phase-name">
        {phase && <PhaseBadge phase={phase.phase} />}
        <span>{phase?.name ?? groups.map(groupWords).join(" + ")}</span>
      </span>
      <span class="referee-phase-of">
        {player ? isolated(player.name) : subject.edition.name}
        {!phase && ` · ${t("Your own")}`}
      </span>
      <span class="referee-phase-change">{t("Change")}</span>
    </button>
  );
}
