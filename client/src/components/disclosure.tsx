import type { ComponentChildren } from "preact";
import { numberWords } from "../i18n/formats";
import "./disclosure.css";

interface Props {
  title: string;
  /** What is chosen inside, seen while it is closed; or how many, beside the title. */
  value?: ComponentChildren;
  onOpen?: () => void;
  children: ComponentChildren;
}

/** Something most people leave as it is: closed, with its value in view. */
export function Disclosure({ title, value, onOpen, children }: Props) {
  return (
    <details
      class="disclosure"
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen?.();
      }}
    >
      <summary>
        <span class="disclosure-title">
          {title}
          {typeof value === "number" && (
            <span class="disclosure-value faint small"> {numberWords(value)}</span>
          )}
        </span>
        {value !== undefined && typeof value !== "number" && (
          <span class="disclosure-value faint small">{value}</span>
        )}
      </summary>
      <div class="disclosure-content">{children}</div>
    </details>
  );
}
