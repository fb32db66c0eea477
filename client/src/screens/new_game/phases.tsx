import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { errorIn, Field } from "../../components/field";
import { PhaseBadge } from "../../components/phase";
import { Segmented } from "../../components/segmented";
import { t } from "../../i18n";
import type { Edition } from "../../store/editions";
import { cleanName, LONGEST_NAME } from "../../store/typed/names";
import { groupsOf, type PhaseChoice, type PhaseGroups } from "./form";
import { PhaseEditor } from "./phase_editor";
import {
  type Changed,
  type PhaseList,
  type Preset,
  phaseLists,
  presets,
  saveList,
} from "./phase_lists";
import type { Checked } from "./phase_words";
import { SavedList } from "./saved_list";

interface Props {
  edition: Edition;
  /** The group whose lists are offered, if there is one. */
  group: string | null;
  choice: PhaseChoice;
  /** What the referee says about the Phases that are chosen. */
  checked: Checked;
  change: (choice: PhaseChoice) => void;
}

/** Which Phases to play: those of the edition, of a preset, of the group, or one's own. */
export function Phases({ edition, group, choice, checked, change }: Props) {
  const [offered, setOffered] = useState<readonly Preset[]>([]);
  const [saved, setSaved] = useState<readonly PhaseList[]>([]);
  useEffect(() => presets(edition.edition, setOffered), [edition.edition]);
  useEffect(() => phaseLists(group, edition.edition, setSaved), [group, edition.edition]);

  const choices = new Map<string, PhaseChoice>([["official", { kind: "official" }]]);
  for (const { kind, phases } of offered) choices.set(kind, { kind, phases });
  for (const { id, phases } of saved) choices.set(id, { kind: "saved", list: id, phases });
  const present = choice.kind === "official" ? groupsOf(edition) : choice.phases;
  choices.set("own", { kind: "own", phases: present });
  const chosen = choice.kind === "saved" ? choice.list : choice.kind;
  if (!choices.has(chosen)) choices.set(chosen, choice); // offered yesterday, kept in the form
  const list = saved.find(({ id }) => id === chosen);

  return (
    <>
      <Segmented
        legend={t("Phases")}
        hideLegend
        tall
        options={[...choices].map(([value, { kind }]) => ({
          value,
          ...wordsOf(kind, saved.find(({ id }) => id === value)?.name),
        }))}
        value={chosen}
        onChange={(value) => {
          const phases = choices.get(value);
          if (phases) change(phases);
        }}
      />
      {choice.kind === "own" ? (
        <Own
          edition={edition}
          group={group}
          phases={choice.phases}
          checked={checked}
          change={change}
          saved={setSaved}
        />
      ) : (
        <PhaseNames
          names={
            choice.kind === "official" ? edition.phases.map(({ name }) => name) : checked.names
          }
        />
      )}
      {group && list && (
        <SavedList
          key={`${list.id} ${list.name}`}
          group={group}
          list={list}
          onLists={setSaved}
          onDeleted={() => change({ kind: "own", phases: list.phases })}
        />
      )}
    </>
  );
}

function wordsOf(kind: PhaseChoice["kind"], name: string | undefined) {
  const words = {
    official: () => ({ label: t("Official Phases") }),
    even: () => ({ label: t("Evenly hard"), hint: t("No Phase is much harder than the others.") }),
    random: () => ({
      label: t("Surprise"),
      hint: t("Drawn at random, as hard as the official ones."),
    }),
    saved: () => ({
      label: <bdi>{name ?? t("Saved Phases")}</bdi>,
      hint: t("Saved in this group"),
    }),
    own: () => ({ label: t("Your own"), hint: t("Change, leave out or add Phases.") }),
  };
  return words[kind]();
}

function PhaseNames({ names }: { names: readonly string[] }) {
  return (
    <ol class="stack phase-names">
      {names.map((name, index) => (
        <li key={`${index} ${name}`}>
          <PhaseBadge phase={index + 1} /> {name}
        </li>
      ))}
    </ol>
  );
}

interface OwnProps extends Omit<Props, "choice"> {
  phases: PhaseGroups[];
  saved: (lists: readonly PhaseList[]) => void;
}

function Own({ edition, group, phases, checked, change, saved }: OwnProps) {
  return (
    <>
      <PhaseEditor
        phases={phases}
        errorOf={(index) => errorIn(checked.problem, `phases.${index}`)}
        onChange={(next) => change({ kind: "own", phases: next })}
      />
      {group && (
        <SavePhases
          save={(name) => saveList(group, { edition: edition.edition, name, phases })}
          onSaved={(list, lists) => {
            saved(lists);
            change({ kind: "saved", list, phases });
          }}
        />
      )}
    </>
  );
}

interface SaveProps {
  save: (name: string) => Promise<Changed>;
  onSaved: (list: string, lists: readonly PhaseList[]) => void;
}

/** Give the Phases a name, for the next games of the group. */
function SavePhases({ save, onSaved }: SaveProps) {
  const [name, setName] = useState("");
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const press = async () => {
    if (!cleanName(name)) {
      setRefusal(t("Give the Phases a name."));
      return;
    }
    setSaving(true);
    const answer = await save(cleanName(name));
    setSaving(false);
    if (answer.refusal === undefined) onSaved(answer.id, answer.lists);
    else setRefusal(answer.refusal);
  };
  return (
    <Field
      label={t("Save these Phases for the group")}
      placeholder={t("Name of the list")}
      value={name}
      maxLength={LONGEST_NAME}
      error={refusal}
      onValue={(typed) => {
        setName(typed);
        setRefusal(undefined);
      }}
      after={
        <Button small kind="quiet" busy={saving} onClick={press}>
          {t("Save")}
        </Button>
      }
    />
  );
}
