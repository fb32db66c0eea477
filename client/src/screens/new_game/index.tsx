import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { EmptyState } from "../../components/empty_state";
import { Field } from "../../components/field";
import { ProblemNotice } from "../../components/problem_notice";
import { Screen } from "../../components/screen";
import { Segmented } from "../../components/segmented";
import { t, tn } from "../../i18n";
import { listed } from "../../i18n/names";
import { go, type Params } from "../../router";
import { account, groups, startGame } from "../../store";
import { editionOf } from "../../store/editions";
import { cleanName, LONGEST_NAME } from "../../store/typed/names";
import { VARIANTS, variantOptions } from "../variants";
import { EditionChoice } from "./edition_choice";
import { gameRequest, type NewGame, newPlayers, withEdition } from "./form";
import { Handicaps } from "./handicaps";
import { changedRules, HouseRules } from "./house_rules";
import { Odds } from "./odds";
import { addTyped, People } from "./people";
import { useChecked } from "./phase_words";
import { Phases } from "./phases";
import { Tables } from "./tables";
import { useForm } from "./use_form";
import { known } from "./who_played";
import "./new_game.css";

/** Put a new game together, and deal. */
export default function NewGameScreen({ params }: { params: Params }) {
  const [like] = useState(() => new URLSearchParams(location.search).get("like"));
  const { form, change, forget } = useForm(params.group ?? null, like);
  useEffect(() => {
    if (!account.value) go("/", { replace: true }); // the start asks for a name
  }, []);
  if (!form) {
    return (
      <Screen title={t("New game")} up={params.group ? `/group/${params.group}` : "/"}>
        <EmptyState title={t("Reading …")} />
      </Screen>
    );
  }
  return <Form fixed={params.group !== undefined} form={form} change={change} forget={forget} />;
}

interface Props {
  form: NewGame;
  /** Whether the address names the group. */
  fixed: boolean;
  change: (form: NewGame) => void;
  forget: () => Promise<void>;
}

function Form({ form, fixed, change, forget }: Props) {
  const [error, setError] = useState<string>();
  const [dealing, setDealing] = useState(false);
  const edition = editionOf(form.edition);
  // Phases are saved and deleted by the server: somebody may have gone on meanwhile.
  const latest = useRef(form);
  latest.current = form;
  const checked = useChecked(form.edition, form.phases);
  const group = groups.value.find(({ id }) => id === form.group);
  const suggestions = known(form.group);
  const names = form.seats.map(({ name }) => name);

  const deal = async () => {
    const added = addTyped(form, suggestions, edition.max_players); // a name typed, but not added
    change(added.form);
    const missing = edition.min_players - added.form.seats.length;
    if (added.refusal || missing > 0) {
      setError(
        added.refusal ??
          tn("{count} more player is needed.", "{count} more players are needed.", missing),
      );
      document.querySelector<HTMLInputElement>("#who-plays ~ .field input")?.focus();
      return;
    }
    if (checked.problem) return; // it is shown above the button
    setDealing(true);
    try {
      const id = await start(added.form);
      await forget();
      go(`/g/${id}`, { replace: true });
    } catch (error) {
      setDealing(false); // or else it stays so until the game is in view
      throw error;
    }
  };

  return (
    <Screen
      title={t("New game")}
      up={fixed && group ? `/group/${group.id}` : "/"}
      upLabel={fixed && group ? group.name : "Tableside"}
      foot={
        <>
          {checked.problem && <ProblemNotice problem={checked.problem} />}
          <Button kind="main" busy={dealing} onClick={deal}>
            {t("Start the game")}
          </Button>
        </>
      }
    >
      {!fixed && <Tables form={form} change={change} />}
      <EditionChoice
        value={form.edition}
        onChange={(name) => change(withEdition(form, name, editionOf(name).house_rules))}
      />
      <People
        form={form}
        suggestions={suggestions}
        most={edition.max_players}
        error={error}
        change={(next) => {
          setError(undefined);
          change(next);
        }}
      />
      <div class="more-choices">
        {!form.group && (
          <Disclosure
            title={t("Name of the table")}
            value={<bdi>{form.groupName || listed(names)}</bdi>}
          >
            <Field
              label={t("Name of the table")}
              hideLabel
              value={form.groupName}
              placeholder={listed(names)}
              maxLength={LONGEST_NAME}
              hint={t("You can change it later.")}
              onValue={(groupName) => change({ ...form, groupName })}
            />
          </Disclosure>
        )}
        <Disclosure title={t("How it ends")} value={VARIANTS[form.variant].title()}>
          <Segmented
            legend={t("How it ends")}
            hideLegend
            tall
            options={variantOptions()}
            value={form.variant}
            onChange={(variant) => change({ ...form, variant })}
          />
        </Disclosure>
        <Disclosure title={t("Phases")} value={phasesWords(form)}>
          <Phases
            edition={edition}
            group={form.group}
            choice={form.phases}
            checked={checked}
            change={(phases) => change({ ...latest.current, phases })}
          />
        </Disclosure>
        <Disclosure title={t("House rules")} value={rulesWords(form)}>
          <HouseRules form={form} edition={edition} change={change} />
        </Disclosure>
        <Handicaps form={form} change={change} />
        {form.group && <Odds group={form.group} form={form} />}
      </div>
    </Screen>
  );
}

/** Start it, with a new group if none was chosen; its id. */
function start(form: NewGame): Promise<string> {
  const body = gameRequest(form);
  if (form.group) return startGame({ group: form.group, newPlayers: newPlayers(form), body });
  const groupName = cleanName(form.groupName) || defaultName(form.seats.map(({ name }) => name));
  return startGame({ groupName, newPlayers: newPlayers(form), body });
}

/** A group is called after its players; after the first of them, if all are too long. */
function defaultName(names: readonly string[]): string {
  const all = cleanName(listed(names));
  return [...all].length < LONGEST_NAME ? all : cleanName(names[0] ?? "");
}

function phasesWords({ phases }: NewGame): string {
  const count = phases.kind === "own" ? phases.phases.length : 0;
  const words = {
    official: () => t("Official Phases"),
    even: () => t("Evenly hard"),
    random: () => t("Surprise"),
    saved: () => t("Saved Phases"),
    own: () => tn("Your own: {count} Phase", "Your own: {count} Phases", count),
  };
  return words[phases.kind]();
}

function rulesWords(form: NewGame): string {
  const changed = changedRules(form);
  return changed === 0 ? t("As usual") : tn("{count} changed", "{count} changed", changed);
}
