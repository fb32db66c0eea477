import { useState } from "preact/hooks";
import { t } from "../i18n";
import { cleanName, LONGEST_NAME } from "../store/typed/names";
import { Button } from "./button";
import { Field } from "./field";

interface Props {
  label: string;
  disabled?: boolean;
  /** Is given the name as it will be shown, never an empty one. */
  onAdd: (name: string) => void;
}

/** A field for the name of somebody who is to be added; empty again after each. */
export function AddName({ label, disabled = false, onAdd }: Props) {
  const [typed, setTyped] = useState("");
  const name = cleanName(typed);
  const add = () => {
    if (!name || disabled) return;
    setTyped("");
    onAdd(name);
  };
  return (
    <Field
      label={label}
      value={typed}
      onValue={setTyped}
      maxLength={LONGEST_NAME}
      autocapitalize="words"
      enterKeyHint="done"
      onEnter={add}
      after={
        <Button small disabled={!name || disabled} onClick={add}>
          {t("Add")}
        </Button>
      }
    />
  );
}
