import { Switch } from "../../components/field";
import type { Edition } from "../../store/editions";
import { HOUSE_RULES } from "../house_rules";
import type { NewGame } from "./form";

interface Props {
  form: NewGame;
  edition: Edition;
  change: (form: NewGame) => void;
}

/** The house rules that matter in the edition. */
export function HouseRules({ form, edition, change }: Props) {
  const chosen = form.houseRules;
  const { phases } = form;
  const played =
    phases.kind === "official"
      ? edition.phases
      : phases.phases.map((groups, index) => ({ phase: index + 1, name: "", groups }));
  const settled = { edition: form.edition, phases: played };
  const shown = HOUSE_RULES.filter(
    ({ rule, matters }) => rule in edition.house_rules && matters(settled),
  );
  return (
    <div>
      {shown.map((words) => {
        const usual = edition.house_rules[words.rule] ?? words.usual;
        return (
          <Switch
            key={words.rule}
            label={words.title()}
            hint={words.hint()}
            on={chosen[words.rule] ?? usual}
            onChange={(on) => {
              const { [words.rule]: _before, ...others } = chosen;
              const houseRules = on === usual ? others : { ...others, [words.rule]: on };
              change({ ...form, houseRules });
            }}
          />
        );
      })}
    </div>
  );
}

/** How many switches are not as usual. */
export function changedRules(form: NewGame): number {
  return Object.keys(form.houseRules).length;
}
