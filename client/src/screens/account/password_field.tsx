import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { t } from "../../i18n";

interface Props {
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** Whether it is being chosen, for password managers. */
  fresh?: boolean;
  hint?: string;
  error?: string | undefined;
}

/** A password, which can be shown. */
export function PasswordField({ label, value, onValue, fresh, hint, error }: Props) {
  const [shown, show] = useState(false);
  return (
    <Field
      label={label}
      value={value}
      onValue={onValue}
      type={shown ? "text" : "password"}
      autocomplete={fresh ? "new-password" : "current-password"}
      autocapitalize="off"
      spellcheck={false}
      maxLength={256}
      dir="ltr"
      hint={hint}
      error={error}
      after={
        <Button small aria-pressed={shown} onClick={() => show(!shown)}>
          {shown ? t("Hide") : t("Show")}
        </Button>
      }
    />
  );
}

interface EmailProps {
  value: string;
  onValue: (value: string) => void;
  label?: string;
  error?: string | undefined;
}

/** An e-mail address. */
export function EmailField({ value, onValue, label, error }: EmailProps) {
  return (
    <Field
      label={label ?? t("E-mail address")}
      value={value}
      onValue={onValue}
      type="email"
      inputMode="email"
      autocomplete="email"
      autocapitalize="off"
      spellcheck={false}
      maxLength={254}
      dir="ltr"
      error={error}
    />
  );
}
