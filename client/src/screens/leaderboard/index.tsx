import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { BarChart } from "../../components/charts/bar_chart";
import { Disclosure } from "../../components/disclosure";
import { EmptyState } from "../../components/empty_state";
import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Screen } from "../../components/screen";
import { Select } from "../../components/select";
import { t } from "../../i18n";
import { DOT, numberWords } from "../../i18n/formats";
import type { Params } from "../../router";
import type { Schemas } from "../../store";
import { EDITION_NAMES, editionOf } from "../../store/editions";
import { mayScore } from "../roles";
import { useAnswer } from "../statistics/answers";
import { LeaderboardRows } from "../statistics/leaderboard_rows";
import { Explained } from "../statistics/meaning";
import { nightWords, periodsAt, periodWords } from "../statistics/periods";
import { ALL, type Filter, leaderboard, season } from "../statistics/questions";
import { Answered } from "../statistics/state";
import { amountWords } from "../statistics/words";
import { useGroup } from "../use_group";
import { leadWords } from "./lead";
import { SeasonTable } from "./season_table";

/** Who is best in a group: all of its players, and what their games say. */
export default function LeaderboardScreen({ params: { group: id = "" } }: { params: Params }) {
  const [filter, setFilter] = useState(ALL);
  const group = useGroup(id);
  const me = group?.players.find(({ is_me }) => is_me)?.id ?? null;
  return (
    <Screen title={t("Leaderboard")} up={`/group/${id}`} upLabel={group?.name ?? t("Group")}>
      <Filters filter={filter} seasons={group?.seasons ?? []} onChange={setFilter} />
      {filter.season === null ? (
        <Board id={id} group={group} me={me} filter={filter} showAll={() => setFilter(ALL)} />
      ) : (
        <Season id={id} group={group} me={me} start={filter.season} edition={filter.edition} />
      )}
    </Screen>
  );
}

interface BoardProps {
  id: string;
  group: ReturnType<typeof useGroup>;
  me: string | null;
}

function Board({
  id,
  group,
  me,
  filter,
  showAll,
}: BoardProps & { filter: Filter; showAll: () => void }) {
  const answer = useAnswer(leaderboard(id, filter), group?.event);
  return (
    <Answered answer={answer}>
      {({ players }) =>
        players.length > 0 ? (
          <>
            <Players group={id} lines={players} me={me} />
            <More group={id} />
          </>
        ) : (
          <Nobody
            group={id}
            filter={filter}
            mayStart={group ? mayScore(group.my_role) : false}
            showAll={showAll}
          />
        )
      }
    </Answered>
  );
}

function Season({
  id,
  group,
  me,
  start,
  edition,
}: BoardProps & { start: string; edition: Filter["edition"] }) {
  const answer = useAnswer(season(id, start, edition), group?.event);
  return (
    <Answered answer={answer}>
      {(season) => <SeasonTable group={id} season={season} me={me} />}
    </Answered>
  );
}

interface FilterProps {
  filter: Filter;
  /** The nights on which seasons begin, the earliest first. */
  seasons: readonly string[];
  onChange: (filter: Filter) => void;
}

/** Which games count. */
function Filters({ filter, seasons, onChange }: FilterProps) {
  const { period, season, edition } = filter;
  const times: { value: string; label: string; time: Pick<Filter, "period" | "season"> }[] = [
    { value: "", label: t("All time"), time: { period: null, season: null } },
    ...seasons.toReversed().map((night) => ({
      value: `season ${night}`,
      label: t("Season since {from}", { from: nightWords(night) }),
      time: { period: null, season: night },
    })),
    ...periodsAt(new Date()).map((value) => ({
      value,
      label: periodWords(value),
      time: { period: value, season: null },
    })),
  ];
  const time = season === null ? (period ?? "") : `season ${season}`;
  const chosen = [
    times.find(({ value }) => value === time)?.label ?? "",
    edition === null ? t("all editions") : editionOf(edition).name,
  ];
  return (
    <Disclosure title={t("Which games count")} value={chosen.join(DOT)}>
      <Select
        label={t("Played")}
        options={times}
        value={time}
        onChange={(value) =>
          onChange({ ...filter, ...times.find((one) => one.value === value)?.time })
        }
      />
      <Select
        label={t("Edition")}
        options={[
          { value: "" as const, label: t("All editions") },
          ...EDITION_NAMES.map((value) => ({ value, label: editionOf(value).name })),
        ]}
        value={edition ?? ""}
        onChange={(value) => onChange({ ...filter, edition: value || null })}
      />
    </Disclosure>
  );
}

interface PlayersProps {
  group: string;
  lines: readonly Schemas["LeaderboardLine"][];
  me: string | null;
}

function Players({ group, lines, me }: PlayersProps) {
  return (
    <>
      <p class="lead">{leadWords(lines)}</p>
      <ListSection title={t("Players")}>
        <LeaderboardRows group={group} lines={lines} me={me} />
        <div class="section explanations">
          <Explained code="rank" title={t("Place")} />
          <Explained code="rating" title={t("Rating")} />
          <Explained code="margin" title={t("The line")} />
          <Explained code="expected_wins" title={t("Expected wins")} />
          <Explained code="form" title={t("Latest games")} />
        </div>
      </ListSection>
      <ListSection
        title={t("Wins and expected wins")}
        hint={t("At a table of four, somebody as strong as the others wins 1 of 4 games.")}
      >
        <BarChart
          title={t("Wins and expected wins")}
          of={t("Player")}
          value={t("Wins")}
          compared={t("Expected")}
          rows={lines
            .filter(({ games }) => games > 0)
            .map(({ player, games, wins, expected_wins }) => ({
              id: player.id,
              label: <bdi>{player.name}</bdi>,
              detail: amountWords(games, "games"),
              value: wins,
              valueWords: numberWords(wins),
              compared: expected_wins,
              comparedWords: numberWords(expected_wins, 1),
            }))}
        />
      </ListSection>
    </>
  );
}

/** What else there is to know about a group. */
function More({ group }: { group: string }) {
  const year = String(new Date().getFullYear());
  const address = `/group/${group}`;
  return (
    <ListSection title={t("More about your games")}>
      <List>
        <ListRow
          title={t("Nights")}
          detail={t("Who won each, and what was special")}
          href={`${address}/nights`}
        />
        <ListRow title={t("Records and badges")} href={`${address}/records`} />
        <ListRow title={t("Head to head")} href={`${address}/head-to-head`} />
        <ListRow
          title={t("Phases")}
          detail={t("How often each was laid down")}
          href={`${address}/phases`}
        />
        <ListRow title={t("{year} in review", { year })} href={`${address}/year/${year}`} />
        <ListRow title={t("What the figures mean")} href={`${address}/figures`} />
      </List>
    </ListSection>
  );
}

interface NobodyProps {
  group: string;
  filter: Filter;
  mayStart: boolean;
  showAll: () => void;
}

/** There is no game that counts: how to come by one. */
function Nobody({ group, filter, mayStart, showAll }: NobodyProps) {
  if (filter.period || filter.edition) {
    return (
      <EmptyState title={t("No such game is over yet")}>
        <Button onClick={showAll}>{t("Count all games")}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("No game is over yet")}>
      <p>{t("The leaderboard begins with the first game that is played to its end.")}</p>
      {mayStart && <ButtonLink href={`/new/${group}`}>{t("New game")}</ButtonLink>}
    </EmptyState>
  );
}
