/** The end of a game: who has won, how the race went, and what there is to tell. */

import type { ComponentChildren } from "preact";
import { Button, ButtonLink } from "../../components/button";
import { LineChart } from "../../components/charts/line_chart";
import { Face, type Faced, inColor } from "../../components/face";
import { useMedia, WIDE } from "../../components/use_media";
import { t, tn } from "../../i18n";
import { DOT } from "../../i18n/formats";
import { isolated, listed } from "../../i18n/names";
import { type Game, groupOf } from "../../store";
import { editionOf } from "../../store/editions";
import { useAsking, WhyNot } from "../asking";
import { phasesCourse, pointsCourse } from "../game_chart/courses";
import { namesIn } from "../round_entry/players";
import { offerSheet } from "../score_sheet";
import { useAnswer } from "../statistics/answers";
import { BadgeTitle } from "../statistics/badge_list";
import { newlyEarned } from "../statistics/held_badges";
import { nightOf } from "../statistics/periods";
import { night } from "../statistics/questions";
import { amountWords } from "../statistics/words";
import { comebackOf, rivalOf, worstHandOf } from "./story";

/** The night of a game, or of another moment there, once it is known where the group plays. */
export function useNight(game: Game, at = game.phone_time ?? game.started_at): string | null {
  const group = groupOf(game.group);
  const zone = group.value?.time_zone;
  return zone ? nightOf(at, zone) : null;
}

export function Victory({ game }: { game: Game }) {
  const isWide = useMedia(WIDE);
  const winners = game.players.filter(({ won }) => won);
  const names = namesIn(game, game.winners);
  const about = [editionOf(game.edition).name];
  const counted = game.rounds.filter(({ tie_break }) => !tie_break); // as in statistics
  if (counted.length > 0) about.push(amountWords(counted.length, "rounds"));
  if (winners[0]) about.push(amountWords(winners[0].total, "points"));
  return (
    <>
      <div class="stack victory" style={inColor(winners[0]?.color)}>
        <div class="wrapping victory-faces">
          {winners.map((player) => (
            <Face key={player.id} of={player} size="large" />
          ))}
        </div>
        <h2>
          {winners.length === 1
            ? t("{name} wins!", { name: names })
            : t("{names} share the win!", { names })}
        </h2>
        <p class="faint">{about.join(DOT)}</p>
        {game.rounds.at(-1)?.tie_break && (
          <p class="faint">{t("A tie-break decided it: its points do not count.")}</p>
        )}
        {game.ended_early && <p class="faint">{t("The game was ended early.")}</p>}
      </div>
      <div class="pad-beside">
        {game.rounds.length > 1 && <Race game={game} />}
        <Story game={game} />
        {game.rounds.length > 0 && (
          <ButtonLink kind="plain" href={`/g/${game.id}/replay`}>
            {t("Replay round by round")}
          </ButtonLink>
        )}
        {isWide && <Fallen game={game} />}
      </div>
    </>
  );
}

/** The race through the Phases; where these decide nothing, that of the points. */
function Race({ game }: { game: Game }) {
  const phases = phasesCourse(game);
  const byPhases = game.variant !== "fixed_rounds" && phases.series.length > 0;
  const course = byPhases ? phases : pointsCourse(game);
  return (
    <LineChart
      title={byPhases ? t("The race through the Phases") : t("Points after each round")}
      xTitle={t("Round")}
      labels={course.rounds.map(String)}
      series={course.series}
      from={0}
      {...(byPhases && { apart: 3, to: game.phases.length })}
    />
  );
}

function Story({ game }: { game: Game }) {
  const comeback = comebackOf(game);
  const rival = rivalOf(game);
  const hand = worstHandOf(game);
  return (
    <dl class="story">
      {comeback && (
        <Tile title={t("Comeback")} of={[comeback.player]}>
          {t("{behind} behind after round {round}", {
            behind:
              comeback.phases > 0
                ? amountWords(comeback.phases, "phases")
                : amountWords(comeback.points, "points"),
            round: comeback.round,
          })}
        </Tile>
      )}
      {rival && (
        <Tile title={t("Closest rival")} of={[rival.player]}>
          {rival.phases > 0
            ? tn("{count} Phase behind", "{count} Phases behind", rival.phases)
            : rival.points > 0
              ? tn("{count} point more", "{count} points more", rival.points)
              : t("level to the last round")}
        </Tile>
      )}
      {hand && (
        <Tile title={t("Worst hand")} of={[hand.player]}>
          {t("{points} in round {round}", {
            points: amountWords(hand.points, "points"),
            round: hand.round,
          })}
        </Tile>
      )}
    </dl>
  );
}

/**
 * The records and badges that fell in this game, as far as this phone knows or can ask. They may
 * come late, so they stand where they push nothing away: at the end of the page, or of its second column.
 */
export function Fallen({ game }: { game: Game }) {
  const date = useNight(game);
  const { value } = useAnswer(date === null ? null : night(game.group, date), game.version);
  const badges = value?.badges.filter((badge) => badge.game === game.id) ?? [];
  // Those that somebody had held before: the first game of its kind sets all of them.
  const records =
    value?.records.filter(({ game: id, previous }) => id === game.id && previous !== null) ?? [];
  if (records.length + badges.length === 0) return null;
  return (
    <dl class="story">
      {records.map((record) => (
        <Tile
          key={`${record.code} ${record.variant} ${record.phases}`}
          title={t("New record")}
          of={[record.player]}
        >
          {record.title}: {amountWords(record.value, record.unit)}
        </Tile>
      ))}
      {newlyEarned(badges).map(({ badge, names }) => (
        <Tile key={badge.code} title={t("New badge")} names={names}>
          <BadgeTitle badge={badge} />
        </Tile>
      ))}
    </dl>
  );
}

interface TileProps {
  title: string;
  of?: readonly Faced[];
  names?: readonly string[];
  children: ComponentChildren;
}

function Tile({ title, of = [], names = of.map(({ name }) => name), children }: TileProps) {
  return (
    <div class="story-tile">
      <dt>{title}</dt>
      <dd class="story-who">
        {of.map((one) => (
          <Face key={one.name} of={one} size="small" />
        ))}
        <bdi>{names.length === 1 ? isolated(names[0] ?? "") : listed(names)}</bdi>
      </dd>
      <dd>{children}</dd>
    </div>
  );
}

/** One tap makes the picture, and opens what the phone sends with. */
export function SendPicture({ game }: { game: Game }) {
  const asking = useAsking();
  return (
    <>
      <WhyNot asking={asking} />
      <Button
        kind="main"
        busy={asking.busy}
        onClick={() => void asking.ask(() => offerSheet(game, "png"))}
      >
        {t("Send the picture")}
      </Button>
    </>
  );
}
