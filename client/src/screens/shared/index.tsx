import { useEffect, useState } from "preact/hooks";
import { EmptyState } from "../../components/empty_state";
import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Screen } from "../../components/screen";
import { Tag } from "../../components/tag";
import { isolated, t } from "../../i18n";
import { DOT, numberWords } from "../../i18n/formats";
import type { Params } from "../../router";
import { isRefused, type Schemas, Unreachable } from "../../server/api";
import { readSharedGroup } from "../../server/sharing";
import { watchPage } from "../../server/wakefulness";
import { editionOf } from "../../store/editions";
import { LeaderboardRows } from "../statistics/leaderboard_rows";
import { NightRow } from "../statistics/night_row";

type SharedGroup = Schemas["SharedGroup"];

const AGAIN_AFTER = 30_000; // milliseconds

/** A group at a glance, for anybody who has its link. */
export default function Shared({ params: { token = "" } }: { params: Params }) {
  const told = useSharedGroup(token);
  if (typeof told === "object") return <Glance group={told} token={token} />;
  return (
    <Screen title={t("Group")}>
      {told === "gone" ? (
        <EmptyState title={t("This link no longer leads to a group")}>
          <p>{t("It was switched off, or the group was deleted. Ask for a new link.")}</p>
        </EmptyState>
      ) : told === "lost" ? (
        <EmptyState title={t("There is no connection. This page tries again by itself.")} />
      ) : (
        <EmptyState title={t("Reading …")} />
      )}
    </Screen>
  );
}

/** What the link shows, read again every half minute while somebody looks. */
function useSharedGroup(token: string): SharedGroup | "reading" | "lost" | "gone" {
  const [told, tell] = useState<SharedGroup | "reading" | "lost" | "gone">("reading");
  useEffect(() => {
    let closed = false;
    let etag: string | null = null;
    const page = watchPage({ dozes() {}, wakes() {}, loses() {} });
    async function read(): Promise<boolean> {
      try {
        const answer = await readSharedGroup(token, etag);
        if (answer && !closed) {
          etag = answer.etag;
          tell(answer.value);
        }
      } catch (error) {
        if (isRefused(error, "not_found")) {
          tell("gone");
          return false;
        }
        if (!(error instanceof Unreachable || isRefused(error))) throw error;
        tell((known) => (typeof known === "object" ? known : "lost"));
      }
      return true;
    }
    async function follow() {
      while (!closed && (await read())) {
        await page.rest(AGAIN_AFTER);
        await page.awake();
      }
    }
    void follow();
    return () => {
      closed = true;
      page.close();
    };
  }, [token]);
  return told;
}

function Glance({ group, token }: { group: SharedGroup; token: string }) {
  const { name, games, leaders, last_night } = group;
  return (
    <Screen title={name}>
      {games.length > 0 && (
        <ListSection title={t("In progress")}>
          <List label={t("In progress")}>
            {games.map((game) => (
              <GameRow key={game.id} game={game} />
            ))}
          </List>
        </ListSection>
      )}
      <ListSection
        title={t("Leaderboard")}
        {...(leaders.length === 0 && {
          hint: t("The leaderboard begins with the first game that is played to its end."),
        })}
      >
        {leaders.length > 0 && <LeaderboardRows group={null} lines={leaders} me={null} />}
      </ListSection>
      {last_night && (
        <ListSection title={t("Last night")}>
          <List>
            <NightRow night={last_night} />
            <ListRow
              href={`/api/v1/shared/${encodeURIComponent(token)}/?format=atom`}
              title={t("Nights as an Atom feed")}
              detail={t("For a feed reader, which tells you of each new night")}
            />
          </List>
        </ListSection>
      )}
    </Screen>
  );
}

/** A game, which leads to its scoreboard if it can be watched. */
function GameRow({ game: { edition, round, players, watch } }: { game: Schemas["WatchableGame"] }) {
  const standings = [...players]
    .filter(({ at_table }) => at_table)
    .sort((one, other) => one.rank - other.rank)
    .map(({ name, total }) => `${isolated(name)}\u00a0${numberWords(total)}`);
  return (
    <ListRow
      {...(watch !== null && { href: new URL(watch).pathname })}
      title={t("Round {round}", { round: numberWords(round) })}
      tags={
        <>
          <Tag>{editionOf(edition).name}</Tag>
          {watch !== null && <Tag on>{t("watch")}</Tag>}
        </>
      }
      detail={<span class="two-lines">{standings.join(DOT)}</span>}
    />
  );
}
