import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { BarChart } from "../../components/charts/bar_chart";
import { Disclosure } from "../../components/disclosure";
import { EmptyState } from "../../components/empty_state";
import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Screen } from "../../components/screen";
import { Segmented } from "../../components/segmented";
import { Select } from "../../components/select";
import { t } from "../../i18n";
import { numberWords } from "../../i18n/formats";
import type { Params } from "../../router";
import type { Schemas } from "../../store";
import { EDITION_NAMES, editionOf } from "../../store/editions";
import { mayScore } from "../roles";
import { useAnswer } from "../statistics/answers";
import { LeaderboardRows } from "../statistics/leaderboard_rows";
import { periodsAt, periodWords } from "../statistics/periods";
import { ALL, type Filter, leaderboard } from "../statistics/questions";
import { Answered } from "../statistics/state";
import { useGroup } from "../statistics/use_group";
import { amountWords } from "../statistics/words";

/** Who is best in a group: all of its players, and what their games say. */
export default function LeaderboardScreen({ params: { group: id = "" } }: { params: Params }) {
  const [filter, setFilter] = useState(ALL);
  const group = useGroup(id);
  const answer = useAnswer(leaderboard(id, filter), group?.event);
  const me = group?.players.find(({ is_me }) => is_me)?.id ?? null;
  return (
    <Screen title={t("Leaderboard")} up={`/group/${id}`} upLabel={group?.name ?? t("Group")}>
      <Filters filter={filter} onChange={setFilter} />
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
              showAll={() => setFilter(ALL)}
            />
          )
        }
      </Answered>
    </Screen>
  );
}

interface FilterProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
}

/** Which games count. */
function Filters({ filter, onChange }: FilterProps) {
  const { period, edition } = filter;
  const chosen = [
    period === null ? t("All time") : periodWords(period),
    edition === null ? t("all editions") : editionOf(edition).name,
  ];
  return (
    <Disclosure title={t("Which games count")} value={chosen.join(" · ")}>
      <Segmented
        legend={t("Played")}
        options={[
          { value: "", label: t("All time") },
          ...periodsAt(new Date()).map((value) => ({ value, label: periodWords(value) })),
        ]}
        value={period ?? ""}
        onChange={(value) => onChange({ ...filter, period: value || null })}
      />
      <Select
        label={t("Edition")}
        options={[
          { value: "" as const, label: t("all editions") },
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
  const hint = t(
    "By rating: it goes by the places at the end of each game, and by who else was at the table. Newcomers have {points}.",
    { points: numberWords(1000) },
  );
  return (
    <>
      <ListSection title={t("Players")} hint={hint}>
        <LeaderboardRows group={group} lines={lines} me={me} label={t("Leaderboard")} />
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
          detail={t("How hard they are, compared with bots")}
          href={`${address}/phases`}
        />
        <ListRow title={t("{year} in review", { year })} href={`${address}/year/${year}`} />
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
