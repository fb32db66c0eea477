import { useTouch } from "./touch";
import "./keypad.css";

export interface Key {
  /** Given to `onKey`. */
  id: string;
  /** What is on it; `name` says it to screen readers if it is a sign, or more about it. */
  label: string;
  name?: string;
  /** Small print below, such as "1 to 9". */
  small?: string;
  tone?: "count" | "digit" | "tool";
}

interface Props {
  /** Told to screen readers: whose points, or what is typed. */
  label: string;
  rows: readonly (readonly Key[])[];
  onKey: (id: string) => void;
}

/** Keys in rows. They respond when they are touched, not when they are let go. */
export function Keypad({ label, rows, onKey }: Props) {
  const touch = useTouch();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields
    <div class="stack keypad" role="group" aria-label={label}>
      {rows.map((row) => (
        <div class="keypad-row" key={row.map((key) => key.id).join(" ")}>
          {row.map((key) => (
            <button
              key={key.id}
              type="button"
              class="key"
              data-key={key.id}
              data-tone={key.tone ?? "digit"}
              // Who sees a word on a key can say it to press it: the name does not replace it.
              aria-label={key.small ? undefined : key.name}
              aria-description={key.small && key.name}
              {...touch(key.id, () => onKey(key.id))}
            >
              {key.label} {key.small && <small>{key.small}</small>}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
