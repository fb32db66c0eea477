import { t } from "../../i18n";
import type { Schemas } from "../../store";
import { GROUP_KINDS } from "../group_kinds";

type Kind = Schemas["GroupKind"];

interface Props {
  legend: string;
  kinds: readonly Kind[];
  value: Kind | null;
  onChange: (kind: Kind) => void;
}

/** What kind of group lies there, in the phone's own list. */
export function KindChoice({ legend, kinds, value, onChange }: Props) {
  const all = value === null || kinds.includes(value) ? kinds : [...kinds, value];
  return (
    <select
      class="slot-kind"
      aria-label={legend}
      value={value ?? ""}
      onChange={({ currentTarget }) => {
        const chosen = all.find((kind) => kind === currentTarget.value);
        if (chosen) onChange(chosen);
      }}
    >
      {value === null && <option value="">{t("Kind of group")}</option>}
      {all.map((kind) => (
        <option key={kind} value={kind}>
          {GROUP_KINDS[kind]()}
        </option>
      ))}
    </select>
  );
}
