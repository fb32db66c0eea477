import { useMemo } from "preact/hooks";
import { Button } from "../../components/button";
import { Select } from "../../components/select";
import { t } from "../../i18n";
import { changeGroup, type Group } from "../../store";
import { withUndo } from "../with_undo";

/** Where the group plays; the zone of this phone is one tap away. */
export function TimeZone({ group }: { group: Group }) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const options = useMemo(
    () => zonesWith(group.time_zone).map((value) => ({ value, label: zoneWords(value) })),
    [group.time_zone],
  );
  const change = (time_zone: string) =>
    void withUndo(changeGroup(group.id, { time_zone }), t("Time zone changed"));
  return (
    <>
      <Select label={t("Time zone")} options={options} value={group.time_zone} onChange={change} />
      <p class="faint small">{t("Nights, months and years begin by its clock.")}</p>
      {here && here !== group.time_zone && (
        <Button small onClick={() => change(here)}>
          {t("As this phone: {zone}", { zone: zoneWords(here) })}
        </Button>
      )}
    </>
  );
}

/** All zones that this phone knows, and another one. */
function zonesWith(other: string): string[] {
  return [...new Set([...(Intl.supportedValuesOf?.("timeZone") ?? []), other])].sort();
}

/** A zone as people read it: "America/New York". */
function zoneWords(zone: string): string {
  return zone.replaceAll("_", " ");
}
