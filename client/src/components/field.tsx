import type { ComponentChildren, Ref } from "preact";
import { useId } from "preact/hooks";
import type { Problem } from "../server/problems";
import "./field.css";

/** Whether a field (`groups.0`) is one of these, or is in one. */
export function isIn(field: string, fields: readonly string[]): boolean {
  return fields.some((one) => `${field}.`.startsWith(`${one}.`));
}

/** What a problem says about a field (`name`, `groups.0`) or what is in it; undefined if nothing. */
export function errorIn(problem: Problem | null | undefined, field: string): string | undefined {
  return problem?.errors.find((error) => isIn(error.field, [field]))?.message;
}

interface Props {
  label: string;
  /** Read by screen readers only: the place says it to others. */
  hideLabel?: boolean;
  value: string;
  onValue: (value: string) => void;
  hint?: ComponentChildren;
  /** Why it was refused. */
  error?: string | undefined;
  /** Beside the field, such as a button. */
  after?: ComponentChildren;
  type?: "text" | "email" | "password" | "search" | "date";
  placeholder?: string;
  /** The longest that the schema allows. */
  maxLength?: number;
  autocomplete?: string;
  autocapitalize?: "off" | "words" | "characters" | "sentences";
  inputMode?: "text" | "numeric" | "email";
  /** What the Enter key of the phone says. */
  enterKeyHint?: "done" | "enter" | "go" | "next" | "send";
  /** For codes and addresses, which are never written from the right. */
  dir?: "auto" | "ltr";
  spellcheck?: boolean;
  /** To move the focus to it. */
  inputRef?: Ref<HTMLInputElement>;
  /** Not for the Enter that ends what an input method composes. */
  onEnter?: () => void;
  /** Backspace in the empty field. */
  onBackspace?: () => void;
}

/** A field for a line of text. */
export function Field(props: Props) {
  const { label, hideLabel, value, onValue, hint, error, after, inputRef, type, ...others } = props;
  const { onEnter, onBackspace, ...rest } = others;
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id} class={hideLabel ? "visually-hidden" : undefined}>
        {label}
      </label>
      <div class="wrapping field-line">
        <input
          dir="auto"
          autocomplete="off"
          {...rest}
          type={type as "text"} // the types of Preact allow no choice here
          ref={inputRef ?? null}
          id={id}
          value={value}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          onInput={(event) => onValue(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.isComposing) return;
            if (event.key === "Backspace" && value === "") onBackspace?.();
            if (event.key !== "Enter" || !onEnter) return;
            event.preventDefault();
            onEnter();
          }}
        />
        {after}
      </div>
      {hint && (
        <p id={`${id}-hint`} class="faint small">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface SwitchProps {
  label: ComponentChildren;
  /** One line that explains it. */
  hint?: ComponentChildren;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

/** Something that is on or off, with an explanation. */
export function Switch({ label, hint, on, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div class="switch">
      <label>
        <span class="switch-label">{label}</span>
        <input
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          disabled={disabled}
          aria-describedby={hint ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </label>
      {hint && (
        <p id={id} class="faint small">
          {hint}
        </p>
      )}
    </div>
  );
}
