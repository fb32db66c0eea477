import { Segmented } from "../../components/segmented";
import { Select } from "../../components/select";
import type { Schemas } from "../../store";
import { GROUP_KINDS } from "../group_kinds";

type Kind = Schemas["GroupKind"];

const FEW = 4;

interface Props {
  legend: string;
  kinds: readonly Kind[];
  value: Kind;
  onChange: (kind: Kind) => void;
  /** Only the phone's own list, with its name for screen readers. */
  isSmall?: boolean;
}

/** What kind of group: a few beside each other, many in the phone's own list. */
export function KindChoice({ legend, kinds, value, onChange, isSmall }: Props) {
  const all = kinds.includes(value) ? kinds : [...kinds, value];
  const options = all.map((kind) => ({ value: kind, label: GROUP_KINDS[kind]() }));
  if (isSmall) {
    return (
      <select
        class="slot-kind"
        aria-label={legend}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = all[currentTarget.selectedIndex];
          if (chosen) onChange(chosen);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  return options.length <= FEW ? (
    <Segmented legend={legend} hideLegend options={options} value={value} onChange={onChange} />
  ) : (
    <Select label={legend} options={options} value={value} onChange={onChange} />
  );
}
