import { Button } from "../../components/button";
import { PhaseBadge } from "../../components/phase";
import { t } from "../../i18n";
import { GROUP_KINDS } from "../group_kinds";
import type { PhaseGroups, Requirement } from "./form";
import { SignButton } from "./sign_button";

const MOST_PHASES = 20; // as in the schema
const MOST_GROUPS = 6;
const [SMALLEST, LARGEST] = [2, 24] as const;

const KIND_NAMES = Object.keys(GROUP_KINDS) as Requirement["kind"][];

interface Props {
  phases: PhaseGroups[];
  /** Why a Phase cannot be played. */
  errorOf: (index: number) => string | undefined;
  onChange: (phases: PhaseGroups[]) => void;
}

/** Phases of one's own: their groups, and their order. */
export function PhaseEditor({ phases, errorOf, onChange }: Props) {
  const last = phases.at(-1);
  return (
    <>
      <ol class="phase-editor">
        {phases.map((groups, index) => (
          <li key={index} class="edited-phase">
            <PhaseLine
              number={index + 1}
              groups={groups}
              error={errorOf(index)}
              onChange={(next) => onChange(phases.with(index, next))}
              onUp={index > 0 ? () => onChange(movedUp(phases, index)) : undefined}
              onRemove={phases.length > 1 ? () => onChange(phases.toSpliced(index, 1)) : undefined}
            />
          </li>
        ))}
      </ol>
      {phases.length < MOST_PHASES && (
        <Button
          small
          kind="quiet"
          onClick={() => onChange([...phases, last ?? [{ kind: "set", size: 3 }]])}
        >
          {t("Add a Phase")}
        </Button>
      )}
    </>
  );
}

function movedUp(phases: PhaseGroups[], index: number): PhaseGroups[] {
  return phases.toSpliced(index, 1).toSpliced(index - 1, 0, ...phases.slice(index, index + 1));
}

interface LineProps {
  number: number;
  groups: PhaseGroups;
  error: string | undefined;
  onChange: (groups: PhaseGroups) => void;
  onUp: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

function PhaseLine({ number, groups, error, onChange, onUp, onRemove }: LineProps) {
  return (
    <fieldset>
      <legend class="visually-hidden">{t("Phase {number}", { number })}</legend>
      <div class="edited-phase-head">
        <PhaseBadge phase={number} />
        <SignButton sign="↑" label={t("Move Phase {number} up", { number })} onPress={onUp} />
        <SignButton sign="×" label={t("Remove Phase {number}", { number })} onPress={onRemove} />
      </div>
      <GroupLines groups={groups} onChange={onChange} />
      {error && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The groups of a Phase of one's own. */
export function GroupLines({
  groups,
  onChange,
}: {
  groups: readonly Requirement[];
  onChange: (groups: Requirement[]) => void;
}) {
  return (
    <>
      {groups.map((group, index) => (
        <GroupLine
          key={index}
          group={group}
          onChange={(next) => onChange(groups.with(index, next))}
          onRemove={groups.length > 1 ? () => onChange(groups.toSpliced(index, 1)) : undefined}
        />
      ))}
      {groups.length < MOST_GROUPS && (
        <Button kind="plain" onClick={() => onChange([...groups, { kind: "set", size: 2 }])}>
          {t("+ Another group")}
        </Button>
      )}
    </>
  );
}

interface GroupProps {
  group: Requirement;
  onChange: (group: Requirement) => void;
  onRemove: (() => void) | undefined;
}

/** One group of a Phase: its kind, and how many cards. */
function GroupLine({ group, onChange, onRemove }: GroupProps) {
  const step = group.kind === "pair_run" ? 2 : 1; // whole pairs
  const resize = (change: number) => {
    const size = group.size + change;
    return size < SMALLEST || size > LARGEST ? undefined : () => onChange({ ...group, size });
  };
  return (
    <div class="row edited-group">
      <select
        aria-label={t("Kind of group")}
        value={group.kind}
        onChange={(event) => {
          const kind = KIND_NAMES.find((name) => name === event.currentTarget.value) ?? "set";
          const odd = kind === "pair_run" && group.size % 2 === 1;
          onChange({ kind, size: group.size + Number(odd) });
        }}
      >
        {KIND_NAMES.map((kind) => (
          <option key={kind} value={kind}>
            {GROUP_KINDS[kind]()}
          </option>
        ))}
      </select>
      <SignButton sign="−" label={t("One card less")} onPress={resize(-step)} />
      <output class="number">{group.size}</output>
      <SignButton sign="+" label={t("One card more")} onPress={resize(step)} />
      {onRemove && <SignButton sign="×" label={t("Remove this group")} onPress={onRemove} />}
    </div>
  );
}
