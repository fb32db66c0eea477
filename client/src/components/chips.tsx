import type { ComponentChildren } from "preact";
import "./chips.css";

/** Chips that wrap. */
export function Chips({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <ul class="chips" aria-label={label}>
      {children}
    </ul>
  );
}

interface ChipProps {
  label: string;
  /** Whether it is chosen; left out for a chip that only does something. */
  chosen?: boolean;
  onPress: () => void;
}

/** A name or a word to tap. */
export function Chip({ label, chosen, onPress }: ChipProps) {
  return (
    <li>
      <button type="button" class="chip" aria-pressed={chosen} onClick={onPress}>
        <bdi class="two-lines">{label}</bdi>
      </button>
    </li>
  );
}
