import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { EmptyState } from "../../components/empty_state";
import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Tag } from "../../components/tag";
import { useRead } from "../../components/use_read";
import { isolated, t, tn } from "../../i18n";
import { DOT, dayWords, whenWords } from "../../i18n/formats";
import { listed } from "../../i18n/names";
import { decide, type Group, games, network, type Schemas } from "../../store";
import { editionOf } from "../../store/editions";
import { withUndo } from "../with_undo";
import type { GameLists, ListedGame } from "./game_list";
import { readDeletedGames } from "./read_games";

/** How many of the games that are over are shown before one asks for the rest: people come next. */
const LATEST = 5;

/** The games of a group that are being played, with their standings. */
export function CurrentGames({ games }: { games: GameLists["current"] }) {
  if (games.length === 0) return null;
  return (
    <ListSection title={t("In progress")}>
      <GameRows games={games} />
    </ListSection>
  );
}

interface EarlierProps {
  lists: GameLists;
  /** Whether the server has told which games there are, if it could be asked. */
  isListed: boolean;
}

/** The games of a group that are not being played any more. */
export function EarlierGames({ lists, isListed }: EarlierProps) {
  const { current, over, archived } = lists;
  const [areAllShown, setAllShown] = useState(false);
  const [latest, earlier] = [over.slice(0, LATEST), over.slice(LATEST)];
  return (
    <>
      {isListed && current.length + over.length + archived.length === 0 && (
        <EmptyState title={t("No game yet")} />
      )}
      {over.length > 0 && (
        <ListSection title={t("Over")}>
          <GameRows games={latest} />
        </ListSection>
      )}
      {earlier.length > 0 && (
        <Disclosure
          title={t("Earlier games")}
          value={earlier.length}
          onOpen={() => setAllShown(true)}
        >
          {areAllShown && <GameRows games={earlier} />}
        </Disclosure>
      )}
      {archived.length > 0 && (
        <Disclosure title={t("Archived games")} value={archived.length}>
          <GameRows games={archived} />
        </Disclosure>
      )}
    </>
  );
}

function GameRows({ games }: { games: readonly ListedGame[] }) {
  return (
    <List>
      {games.map((game) => (
        <ListRow
          key={game.id}
          href={`/g/${game.id}`}
          title={titleOf(game)}
          tags={<Tag>{editionOf(game.edition).name}</Tag>}
          detail={<span class="two-lines">{standingsInWords(game)}</span>}
        />
      ))}
    </List>
  );
}

function titleOf({ status, rounds, winners }: ListedGame): string {
  if (status === "abandoned") return t("Abandoned");
  if (status === "playing") return t("Round {round}", { round: (rounds ?? 0) + 1 });
  return t("Won by {names}", { names: listed(winners) });
}

function standingsInWords({ players, started_at }: ListedGame): string {
  const standings = players.map(({ name, total }) => `${isolated(name)}\u00a0${total}`);
  return [whenWords(started_at), ...standings].join(DOT);
}

/** What was deleted within 30 days; nothing if there is none, or if nobody can tell. */
export function DeletedGames({ group }: { group: Group }) {
  const [deleted, setDeleted] = useState<Schemas["GameSummary"][] | null>(null);
  // A game that the phone deletes or restores changes what is listed.
  const known = games.value.length;
  const { id, event } = group;
  useRead(() => readDeletedGames(id), setDeleted, [id, event, known, network.value]);
  const restore = (game: string) =>
    withUndo(decide(game, "restore"), t("Game restored")).then((done) => {
      if (done) setDeleted((shown) => shown?.filter(({ id }) => id !== game) ?? null);
    });
  if (!deleted?.length) return null;
  return (
    <Disclosure title={t("Deleted games")}>
      <ul class="list">
        {deleted.map((game) => (
          <li key={game.id} class="list-item group-deleted">
            <div>
              <strong>
                {tn("{count} round", "{count} rounds", game.rounds ?? 0)},{" "}
                {dayWords(game.phone_time ?? game.started_at)}
              </strong>
              <p class="faint small">
                {listed(game.players.map(({ name }) => name))}
                {game.restorable_until &&
                  `${DOT}${t("until {date}", { date: dayWords(game.restorable_until) })}`}
              </p>
            </div>
            <Button small onClick={() => void restore(game.id)}>
              {t("Restore")}
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
