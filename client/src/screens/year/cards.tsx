/** A year in review as a series of cards. */

import type { ComponentChildren } from "preact";
import { BarChart } from "../../components/charts/bar_chart";
import { t, tn } from "../../i18n";
import { numberWords, percentWords, signedNumber } from "../../i18n/formats";
import { listed } from "../../i18n/names";
import type { Schemas } from "../../store";
import { HeldBadges } from "../statistics/badge_list";
import { newlyEarned } from "../statistics/held_badges";
import { LeaderboardRows } from "../statistics/leaderboard_rows";
import { monthWords } from "../statistics/periods";
import { placesOf } from "../statistics/ranks";
import { RecordRows } from "../statistics/record_rows";
import { amountWords, phaseTitle, shareWords } from "../statistics/words";
import type { PictureRow } from "./picture";

type Review = Schemas["YearInReview"];

export interface Card {
  key: string;
  title: string;
  /** What it is about, in large letters. */
  big?: string;
  /** The card as a sentence, to send to others. */
  text: string;
  /** What stands below on a picture of it. */
  rows: readonly PictureRow[];
  content: ComponentChildren;
}

/** The cards of a year in which something was played. */
export function cardsOf(review: Review, group: string, me: string | null): Card[] {
  const cards = [
    gamesCard(review),
    monthsCard(review),
    championCard(review),
    leaderboardCard(review, group, me),
    improvedCard(review),
    phaseCard(review),
    recordsCard(review),
    badgesCard(review),
  ];
  return cards.filter((card) => card !== null);
}

function cardOfLines(key: string, title: string, big: string, lines: readonly string[]): Card {
  return {
    key,
    title,
    big,
    text: [big, ...lines].join(", "),
    rows: lines.map((label) => ({ label })),
    content: (
      <ul class="stack year-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
  };
}

function gamesCard({ games, nights, rounds, points, players }: Review): Card {
  const big = amountWords(games, "games");
  const lines = [
    tn("in {count} night", "in {count} nights", nights),
    tn("{count} player", "{count} players", players),
    amountWords(rounds, "rounds"),
    tn("{count} point together", "{count} points together", points),
  ];
  return cardOfLines("games", t("You played"), big, lines);
}

function monthsCard({ months, busiest_month }: Review): Card | null {
  if (!busiest_month || months.length < 2) return null;
  const big = monthWords(busiest_month.month);
  return {
    key: "months",
    title: t("The busiest month"),
    big,
    text: t("The busiest month: {month}, {games}", {
      month: big,
      games: amountWords(busiest_month.games, "games"),
    }),
    rows: months.map(({ month, games }) => ({
      label: monthWords(month),
      value: numberWords(games),
    })),
    content: (
      <BarChart
        title={t("Games by month")}
        of={t("Month")}
        value={t("Games")}
        rows={months.map(({ month, games }) => ({
          id: month,
          label: monthWords(month),
          value: games,
          valueWords: numberWords(games),
        }))}
      />
    ),
  };
}

function championCard({ champions, games }: Review): Card | null {
  const [first] = champions;
  if (!first) return null;
  const big = listed(champions.map(({ player }) => player.name));
  const detail = tn("{wins} of {count} game won", "{wins} of {count} games won", games, {
    wins: numberWords(first.wins),
  });
  return {
    key: "champions",
    title: t("Most wins"),
    big,
    text: t("Most wins: {names}, {wins}", { names: big, wins: detail }),
    rows: [{ label: champions.length > 1 ? t("Each: {wins}", { wins: detail }) : detail }],
    content: <p>{champions.length > 1 ? t("Each: {wins}", { wins: detail }) : detail}</p>,
  };
}

function leaderboardCard({ leaderboard }: Review, group: string, me: string | null): Card | null {
  if (leaderboard.length < 2) return null;
  const places = placesOf(leaderboard);
  return {
    key: "leaderboard",
    title: t("At the end of the year"),
    text: leaderboard
      .map(({ player, rating }) => `${player.name} ${numberWords(rating.points)}`)
      .join(", "),
    rows: leaderboard.map(({ player, rating }, index) => ({
      label: `${places[index]}  ${player.name}`,
      value: numberWords(rating.points),
    })),
    content: <LeaderboardRows group={group} lines={leaderboard} me={me} />,
  };
}

function improvedCard({ most_improved }: Review): Card | null {
  if (!most_improved || most_improved.rise <= 0) return null;
  const { player, rise, rating } = most_improved;
  const values = {
    name: player.name,
    rise: signedNumber(rise),
    rating: numberWords(rating.points),
  };
  return {
    key: "improved",
    title: t("Most improved"),
    big: player.name,
    text: t("Most improved: {name}, {rise} to a rating of {rating}", values),
    rows: [{ label: t("{rise} to a rating of {rating}", values) }],
    content: <p>{t("{rise} to a rating of {rating}", values)}</p>,
  };
}

function phaseCard({ hardest_phase, phases_compared }: Review): Card | null {
  if (!hardest_phase) return phases_compared ? noPhaseCard() : null;
  const { name, attempts, success_rate, expected_rate } = hardest_phase;
  const share = tn(
    "laid down in {share} of {count} try",
    "laid down in {share} of {count} tries",
    attempts,
    { share: shareWords(success_rate) },
  );
  const expected = t("expected of you: {share}", {
    share: percentWords(Math.round((expected_rate ?? 0) * 100)),
  });
  const big = phaseTitle(hardest_phase);
  const lines = big === name ? [share, expected] : [name, share, expected];
  return cardOfLines("phase", t("Harder for you than expected"), big, lines);
}

/** That there is no such Phase is an answer, too. */
function noPhaseCard(): Card {
  const text = t(
    "You laid down each about as often as was to be expected; the rest may be mere luck.",
  );
  return {
    key: "phase",
    title: t("Harder for you than expected"),
    big: t("No Phase"),
    text,
    rows: [{ label: t("Each went about as expected.") }],
    content: <p>{text}</p>,
  };
}

function recordsCard({ records }: Review): Card | null {
  if (records.length === 0) return null;
  return {
    key: "records",
    title: t("Records of the year"),
    text: records
      .map(
        ({ title, player, value, unit }) => `${title}: ${player.name}, ${amountWords(value, unit)}`,
      )
      .join("\n"),
    rows: records.map(({ title, player, value, unit }) => ({
      label: title,
      value: amountWords(value, unit),
      detail: player.name,
    })),
    content: <RecordRows records={records} />,
  };
}

function badgesCard({ badges }: Review): Card | null {
  if (badges.length === 0) return null;
  const earned = newlyEarned(badges);
  return {
    key: "badges",
    title: t("Badges of the year"),
    text: earned.map(({ badge, names }) => `${badge.name}: ${listed(names)}`).join("\n"),
    rows: earned.map(({ badge, names }) => ({ label: badge.name, detail: listed(names) })),
    content: <HeldBadges held={earned} />,
  };
}
