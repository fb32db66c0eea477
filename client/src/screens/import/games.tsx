import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Notice } from "../../components/notice";
import { Tag } from "../../components/tag";
import { isolated, t, tn } from "../../i18n";
import { DOT, dayWords } from "../../i18n/formats";
import type { Schemas } from "../../store";
import { EDITION_NAMES, type EditionName, editionOf } from "../../store/editions";
import type { Preview } from "./reading";
import { kindWords } from "./words";

/** What is in the file, and what of it would be new. */
export function Contents({ preview }: { preview: Preview }) {
  const { new: fresh, known, rounds, first_date: first, last_date: last } = preview;
  const small = [kindWords(preview)];
  if (rounds > 0) small.push(tn("{count} round", "{count} rounds", rounds));
  if (first && last) small.push(first === last ? dayOf(first) : `${dayOf(first)} – ${dayOf(last)}`);
  return (
    <div class="section">
      <h2 class="import-count">{tn("{count} new game", "{count} new games", fresh)}</h2>
      <p class="faint">{small.join(DOT)}</p>
      {known > 0 && (
        <p>
          {tn(
            "{count} game of the file is in the group already, and stays as it is.",
            "{count} games of the file are in the group already, and stay as they are.",
            known,
          )}
        </p>
      )}
      {preview.warnings.length > 0 && (
        <Notice title={t("Please check:")}>
          <ul class="import-warnings">
            {preview.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

/** Some games of the file, as they would be recorded. */
export function Sample({ preview }: { preview: Preview }) {
  if (preview.sample.length === 0) return null;
  return (
    <ListSection title={t("As they would be recorded")}>
      <List label={t("As they would be recorded")}>
        {preview.sample.map((game, index) => (
          <ListRow
            key={`${game.line}/${index}`}
            title={dayWords(game.started_at)}
            tags={<Tag>{nameOf(game)}</Tag>}
            detail={standingsOf(game)}
            end={game.rounds > 0 && tn("{count} round", "{count} rounds", game.rounds)}
          />
        ))}
      </List>
    </ListSection>
  );
}

/** What its edition is called; a file may have others than ours. */
function nameOf({ edition }: Schemas["PreviewGame"]): string {
  return EDITION_NAMES.includes(edition as EditionName)
    ? editionOf(edition as EditionName).name
    : edition;
}

/** Points, with the completed Phases in brackets, the first place first: "Anna 340 (10) ✓". */
function standingsOf({ players }: Schemas["PreviewGame"]): string {
  return [...players]
    .sort((one, other) => one.rank - other.rank)
    .map(({ name, total, completed, won }) => {
      const phases = completed === null ? "" : `\u00a0(${completed})`;
      return `${isolated(name)}\u00a0${total}${phases}${won ? ` ${t("won")}` : ""}`;
    })
    .join(DOT);
}

/** A day of the group's time zone, such as 2024-03-01. */
function dayOf(day: string): string {
  return dayWords(`${day}T12:00:00`);
}
