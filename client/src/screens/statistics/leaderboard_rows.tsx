import { List, ListRow } from "../../components/list";
import { Tag } from "../../components/tag";
import { t } from "../../i18n";
import { numberWords } from "../../i18n/formats";
import type { Schemas } from "../../server/api";
import { placesOf, spansOf } from "./ranks";
import "./statistics.css";
import { placesWords, winsWords } from "./words";

interface Props {
  /** Null for whom is not in it: then the rows lead nowhere. */
  group: string | null;
  lines: readonly Schemas["LeaderboardLine"][];
  /** How many to show; all by default. */
  most?: number;
  /** The player of this phone. */
  me: string | null;
}

/** Players with their places, the best first; each leads members to a page of their own. */
export function LeaderboardRows({ group, lines, most = lines.length, me }: Props) {
  const places = placesOf(lines);
  const spans = spansOf(lines);
  return (
    <List label={t("Leaderboard")}>
      {lines.slice(0, most).map((line, index) => (
        <ListRow
          key={line.player.id}
          of={line.player}
          {...(group !== null && { href: `/group/${group}/player/${line.player.id}` })}
          title={
            <>
              <span class="place number">
                <span class="visually-hidden">{t("Place")} </span>
                {places[index]}
              </span>{" "}
              <bdi>{line.player.name}</bdi>
            </>
          }
          tags={line.player.id === me && <Tag on>{t("you")}</Tag>}
          detail={
            <>
              {winsWords(line)}
              <Form line={line} />
              <Span {...spans[index]} />
            </>
          }
          end={
            <>
              {t("Rating")} <span class="rating number">{numberWords(line.rating.points)}</span>
              <Margin rating={line.rating} />
            </>
          }
        />
      ))}
    </List>
  );
}

/** By how much the rating may be off, as the line shows it. */
function Margin({ rating: { margin } }: Pick<Schemas["LeaderboardLine"], "rating">) {
  if (margin === undefined) return null; // an answer that an earlier client kept
  const points = numberWords(margin);
  return <span class="visually-hidden"> {t("give or take {points}", { points })}</span>;
}

/** The rating and its margin as a line, beside those of the others. */
function Span({ from = 0, to = 0, at = 0 }: Partial<ReturnType<typeof spansOf>[number]>) {
  return (
    <span class="span" aria-hidden="true">
      <span class="span-line" style={{ insetInlineStart: `${from}%`, width: `${to - from}%` }} />
      <span class="span-point" style={{ insetInlineStart: `${at}%` }} />
    </span>
  );
}

/** The places in the latest games, the latest first; wins are filled. */
function Form({ line: { form } }: { line: Schemas["LeaderboardLine"] }) {
  if (!form?.length) return null; // an answer that an earlier client kept has none
  return (
    <span class="wrapping form" role="img" aria-label={placesWords(form)}>
      {form.map(({ place, won }, index) => (
        <span key={index} class="form-place number" data-won={won || undefined}>
          {place}
        </span>
      ))}
    </span>
  );
}
