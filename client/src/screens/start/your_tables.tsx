import { ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { Faces } from "../../components/face";
import { List, ListRow } from "../../components/list";
import { Screen } from "../../components/screen";
import { Tag } from "../../components/tag";
import { t, tn } from "../../i18n";
import { whenWords } from "../../i18n/formats";
import { account } from "../../store";
import { InstallHint } from "./install_hint";
import { Intro } from "./intro";
import { OtherWays } from "./other_ways";
import { lastGames, type TableInPlay, tablesInPlay, yourGroups } from "./tables";

interface Props {
  /** Whether the server may have tables that this phone does not know. */
  rest: "reading" | "known" | "unknown";
}

/** The tables in play, the current one first; then the groups and the last games. */
export function YourTables({ rest }: Props) {
  const tables = tablesInPlay();
  const groups = yourGroups();
  const last = lastGames();
  return (
    <Screen
      title="Tableside"
      intro={<Intro />}
      right={
        <a
          class="start-me"
          href="/me"
          aria-label={t("About you: {name}", { name: account.value?.name ?? "" })}
        >
          <bdi class="cut">{account.value?.name}</bdi>
        </a>
      }
      foot={
        <>
          <ButtonLink kind="main" href="/new">
            {t("New game")}
          </ButtonLink>
          <OtherWays />
        </>
      }
    >
      {tables.length > 0 && (
        <section>
          <h2 class="start-part">{t("Your tables")}</h2>
          <List>
            {tables.map((table) => (
              <TableRow key={table.id} table={table} />
            ))}
          </List>
        </section>
      )}
      {groups.length > 0 && (
        <section>
          <h2 class="start-part">{t("Groups")}</h2>
          <List>
            {groups.map(({ id, name, players, unseen }) => (
              <ListRow
                key={id}
                href={`/group/${id}`}
                title={<bdi>{name}</bdi>}
                tags={<Unseen count={unseen} />}
                end={
                  players === null ? undefined : tn("{count} player", "{count} players", players)
                }
              />
            ))}
          </List>
        </section>
      )}
      {last.length > 0 && (
        <section>
          <h2 class="start-part">{t("Last games")}</h2>
          <List>
            {last.map(({ id, title, words, winner, at }) => (
              <ListRow
                key={id}
                {...(winner && { of: winner })}
                href={`/g/${id}`}
                title={<bdi>{title}</bdi>}
                detail={words}
                end={whenWords(at)}
              />
            ))}
          </List>
        </section>
      )}
      {tables.length + groups.length + last.length === 0 && <Nothing rest={rest} />}
      {!isSecureContext && <InstallHint />}
    </Screen>
  );
}

/** That there is nothing is said only if it is certain. */
function Nothing({ rest }: Props) {
  if (rest === "reading") return null;
  if (rest === "known") {
    return (
      <EmptyState title={t("No game yet.")}>
        <p>{t("Start the first one, or join a table with its code.")}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("Your tables are not on this phone yet.")}>
      <p>{t("They appear once the server can be reached.")}</p>
    </EmptyState>
  );
}

function TableRow({ table }: { table: TableInPlay }) {
  return (
    <ListRow
      href={`/g/${table.id}`}
      title={<bdi>{table.name}</bdi>}
      tags={
        <>
          <Tag on>{t("round {number}", { number: table.round })}</Tag>
          {table.needsYou && <Tag>{t("your decision")}</Tag>}
          <Unseen count={table.unseen} />
        </>
      }
      detail={
        <span class="row start-players">
          <Faces of={table.players} />
          {table.words}
        </span>
      }
      end={whenWords(table.at)}
    />
  );
}

/** How much others have changed meanwhile. */
function Unseen({ count }: { count: number }) {
  return count > 0 ? <Tag on>{tn("{count} new", "{count} new", count)}</Tag> : null;
}
