import "./chips.css";

interface Props<Value extends string | number> {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Null for none; left out where chips only do something. */
  chosen?: Value | null;
  onPress: (value: Value) => void;
}

/** Names or words to tap, which wrap. */
export function Chips<Value extends string | number>(props: Props<Value>) {
  const { label, options, chosen, onPress } = props;
  return (
    <ul class="wrapping chips" aria-label={label}>
      {options.map((option) => (
        <li key={`${option.value} ${option.label}`}>
          <button
            type="button"
            class="chip"
            aria-pressed={chosen === undefined ? undefined : option.value === chosen}
            onClick={() => onPress(option.value)}
          >
            <bdi class="two-lines">{option.label}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
