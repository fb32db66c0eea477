import { Disclosure } from "../../components/disclosure";
import { ListSection } from "../../components/list_section";
import { Segmented } from "../../components/segmented";
import { Select } from "../../components/select";
import { t, tn } from "../../i18n";
import { EDITION_NAMES, editionOf } from "../../store/editions";
import { type PartProps, type Reading, withColumn, withEdition } from "./reading";
import { IGNORE, meaningsOf } from "./words";

/** What the columns of a sheet mean. */
export function Columns({ preview, reading, onRead }: PartProps) {
  const { columns } = preview;
  if (columns.length === 0) return null;
  const read = columns.filter(({ reads_as }) => reads_as !== null).length;
  return (
    <Disclosure
      title={t("Columns")}
      value={t("{read} of {count} read", { read, count: columns.length })}
    >
      <div class="section">
        {columns.map(({ column, heading, reads_as }) => {
          const meaning = reading.columns?.[heading] ?? reads_as ?? IGNORE;
          return (
            <Select
              key={column}
              label={heading ? `${column} · ${heading}` : column}
              options={meaningsOf(heading, meaning)}
              value={meaning}
              disabled={!heading}
              onChange={(value) => onRead(withColumn(preview, reading, heading, value))}
            />
          );
        })}
      </div>
    </Disclosure>
  );
}

type DateOrder = NonNullable<Reading["dates"]>;
type Brackets = NonNullable<Reading["brackets"]>;

/** What only a person knows about the file: the order of its dates, its numbers in brackets. */
export function OpenQuestions({ preview, reading, onRead }: PartProps) {
  const codes = new Set(preview.problems.map(({ code }) => code));
  const dates = reading.dates ?? (preview.options.dates || null);
  const brackets = reading.brackets ?? (preview.options.brackets || null);
  return (
    <>
      {(codes.has("ambiguous_date") || dates) && (
        <div class="section">
          <Segmented
            legend={t("A date such as 01/03/2024 is")}
            options={[
              { value: "dmy", label: t("the 1st of March") },
              { value: "mdy", label: t("the 3rd of January") },
            ]}
            value={dates as DateOrder | null}
            onChange={(value) => onRead({ ...reading, dates: value })}
          />
        </div>
      )}
      {(codes.has("ambiguous_brackets") || brackets) && (
        <div class="section">
          <Segmented
            legend={t("The number beside the points is")}
            tall
            options={[
              { value: "phase", label: t("the Phase that was tried in the round") },
              { value: "completed", label: t("how many Phases were completed after it") },
            ]}
            value={brackets as Brackets | null}
            onChange={(value) => onRead({ ...reading, brackets: value })}
          />
        </div>
      )}
    </>
  );
}

/** Games in the file that are not ours, unless somebody says which edition they are. */
export function UnknownGames({ preview, reading, onRead }: PartProps) {
  const { unknown_games: games } = preview;
  if (games.length === 0) return null;
  const editions = EDITION_NAMES.map((value) => ({ value, label: editionOf(value).name }));
  return (
    <ListSection
      title={t("Other games in the file")}
      hint={t("Say which of them are Phase 10 by another name.")}
    >
      <div class="section">
        {games.map(({ name, lines }) => (
          <Select
            key={name}
            label={`${name} · ${tn("{count} line", "{count} lines", lines)}`}
            options={[{ value: "", label: t("Another game") }, ...editions]}
            value={reading.editions?.[name] ?? ""}
            onChange={(edition) => onRead(withEdition(preview, reading, name, edition || null))}
          />
        ))}
      </div>
    </ListSection>
  );
}
