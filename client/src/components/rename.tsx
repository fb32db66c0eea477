import { useState } from "preact/hooks";
import { t } from "../i18n";
import { cleanName, LONGEST_NAME } from "../store/typed/names";
import { Button } from "./button";
import { Field } from "./field";

interface Props {
  label: string;
  /** What it is called now. */
  name: string;
  autocapitalize?: "words";
  /** Is given the name as it will be shown, never an empty one. */
  onRename: (name: string) => void;
}

/** A field for another name. */
export function Rename({ label, name, onRename, ...rest }: Props) {
  const [typed, setTyped] = useState(name);
  const next = cleanName(typed);
  return (
    <Field
      {...rest}
      label={label}
      value={typed}
      onValue={setTyped}
      maxLength={LONGEST_NAME}
      after={
        <Button small disabled={next === "" || next === name} onClick={() => onRename(next)}>
          {t("Rename")}
        </Button>
      }
    />
  );
}
