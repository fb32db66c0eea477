import { useEffect, useRef } from "preact/hooks";
import { PhaseBadge } from "../../components/phase";
import { t } from "../../i18n";
import type { Asked } from "./asked";
import type { Subject } from "./subject";

interface Props {
  subject: Subject;
  asked: Asked;
  change: (chosen: Pick<Asked, "player" | "phase">) => void;
  onMore: () => void;
}

/** Which Phase it is about: of each player, or each by its number, a tap away. */
export function PhaseRow({ subject, asked, change, onMore }: Props) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>("[aria-pressed=true]");
    if (chosen && row.current)
      row.current.scrollLeft =
        chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2;
  }, [asked.player, asked.phase]);
  const { players, phases } = subject;
  const choices =
    players.length > 0
      ? players.map(({ id, name, phase }) => ({
          key: id,
          label: <bdi class="cut">{name}</bdi>,
          phase: phase.phase,
          is: asked.player === id,
          to: { player: id, phase: asked.phase },
        }))
      : phases.map(({ phase }) => ({
          key: String(phase),
          label: null,
          phase,
          is: asked.player === null && asked.phase === phase,
          to: { player: null, phase },
        }));
  const isOther = !choices.some(({ is }) => is);
  return (
    <div class="referee-phase">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields */}
      <div ref={row} class="referee-phase-choices" role="group" aria-label={t("Which Phase?")}>
        {choices.map(({ key, label, phase, is, to }) => (
          <button
            key={key}
            type="button"
            class="referee-choice"
            aria-pressed={is}
            onClick={() => change(to)}
          >
            {label}
            <PhaseBadge phase={phase} />
          </button>
        ))}
      </div>
      <button type="button" class="referee-choice" aria-pressed={isOther} onClick={onMore}>
        <OtherWords subject={subject} asked={asked} isOther={isOther} />
      </button>
    </div>
  );
}

/** What else is asked about, or can be. Beside the numbers, "Phase 10" alone would read as the tenth. */
function OtherWords(props: { subject: Subject; asked: Asked; isOther: boolean }) {
  const { players, edition } = props.subject;
  const { phase } = props.asked;
  if (props.isOther) return phase === null ? t("Your own") : t("Phase {number}", { number: phase });
  if (players.length > 0) return t("Other");
  return (
    <span class="referee-edition">
      <span class="faint">{t("Edition")}</span> {edition.name.replace("Phase 10 ", "")}
    </span>
  );
}
