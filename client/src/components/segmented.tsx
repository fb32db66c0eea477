import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import "./segmented.css";

interface Props<Value extends string | number> {
  legend: string;
  hideLegend?: boolean;
  /** `hint` is one line below the words. */
  options: readonly { value: Value; label: ComponentChildren; hint?: ComponentChildren }[];
  value: Value | null;
  onChange: (value: Value) => void;
  /** Below each other, with room for hints; beside each other by default. */
  tall?: boolean;
}

/** One of a few: radio buttons that look like a switch or like tiles. */
export function Segmented<Value extends string | number>(props: Props<Value>) {
  const { legend, hideLegend, options, value, onChange, tall } = props;
  const name = useId();
  return (
    <fieldset class="segmented" data-tall={tall || undefined}>
      <legend class={hideLegend ? "visually-hidden" : undefined}>{legend}</legend>
      <div class="wrapping segmented-options">
        {options.map((option) => (
          <label key={option.value} class="segment">
            <input
              type="radio"
              name={name}
              class="visually-hidden"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span class="segment-label">{option.label}</span>
            {option.hint && <span class="segment-hint">{option.hint}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
