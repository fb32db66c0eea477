/** What there is to tell about a night. */

import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Tag } from "../../components/tag";
import { t, tn } from "../../i18n";
import { DOT, numberWords, signedNumber, timeWords } from "../../i18n/formats";
import { listed } from "../../i18n/names";
import type { Schemas } from "../../store";
import { editionOf } from "../../store/editions";
import { HeldBadges } from "../statistics/badge_list";
import { newlyEarned } from "../statistics/held_badges";
import { RecordRows } from "../statistics/record_rows";
import { amountWords, averageWords } from "../statistics/words";

type Card = Schemas["NightCard"];

export function NightCard({ group, card }: { group: string; card: Card }) {
  return (
    <>
      <Winners card={card} />
      <Players group={group} players={card.players} />
      {card.comeback && <Comeback comeback={card.comeback} />}
      {card.records.length > 0 && (
        <ListSection title={t("New records")}>
          <RecordRows records={card.records} />
        </ListSection>
      )}
      {card.badges.length > 0 && (
        <ListSection title={t("New badges")}>
          <HeldBadges held={newlyEarned(card.badges)} />
        </ListSection>
      )}
      <Games games={card.games} />
    </>
  );
}

function Winners({ card: { winners, players, games, rounds } }: { card: Card }) {
  const [first] = players;
  const level = levelInWins(winners, players);
  const uncounted = winsUncounted(games, players);
  const played = [amountWords(games.length, "games")];
  if (rounds > 0) played.push(amountWords(rounds, "rounds"));
  return (
    <article class="night-winners" aria-labelledby="night-winners">
      <h2 id="night-winners">
        {winners.length > 1 ? t("Winners of the night") : t("Winner of the night")}
      </h2>
      <p class="night-names number">
        {winners.length > 0 ? listed(winners.map(({ name }) => name)) : t("nobody")}
      </p>
      {first && winners.length > 0 && (
        <p>
          {winners.length > 1
            ? tn("{count} win each", "{count} wins each", first.wins)
            : tn("{count} win", "{count} wins", first.wins)}
        </p>
      )}
      {level.length > 0 && (
        <p>{t("As many as {names}, with the better average place.", { names: listed(level) })}</p>
      )}
      {uncounted.length > 0 && (
        <p>
          {t(
            "A win of {names} does not count for the night: the winner and at least one other have to play every round of the game.",
            { names: listed(uncounted) },
          )}
        </p>
      )}
      <p class="faint">{played.join(DOT)}</p>
    </article>
  );
}

/** Who has as many wins as the winners, but a worse average place. */
export function levelInWins(
  winners: readonly { id: string }[],
  players: readonly Pick<Schemas["NightPlayer"], "player" | "wins">[],
): string[] {
  const most = players[0]?.wins;
  if (winners.length === 0) return [];
  return players
    .filter(({ player, wins }) => wins === most && !winners.some(({ id }) => id === player.id))
    .map(({ player }) => player.name);
}

/** Who won more games than count as wins: they joined late, or came back, or nobody else was there throughout. */
export function winsUncounted(
  games: readonly Pick<Card["games"][number], "winners">[],
  players: readonly Pick<Schemas["NightPlayer"], "player" | "wins">[],
): string[] {
  const won = (id: string) =>
    games.filter(({ winners }) => winners.some((winner) => winner.id === id)).length;
  return players
    .filter(({ player, wins }) => won(player.id) > wins)
    .map(({ player }) => player.name);
}

interface PlayersProps {
  group: string;
  players: Card["players"];
}

function Players({ group, players }: PlayersProps) {
  return (
    <ListSection
      title={t("Players")}
      hint={t(
        "The rating after the night, and by how much it went up or down. A game in part does not count for it.",
      )}
    >
      <List label={t("Players")}>
        {players.map((line) => (
          <ListRow
            key={line.player.id}
            of={line.player}
            href={`/group/${group}/player/${line.player.id}`}
            title={<bdi>{line.player.name}</bdi>}
            detail={figuresOf(line)}
            end={
              <>
                <span class="rating number">{numberWords(line.rating.after.points)}</span>{" "}
                {line.games > 0 ? signedNumber(line.rating.change) : "–"}
              </>
            }
          />
        ))}
      </List>
    </ListSection>
  );
}

/** "2 of 3 games won · average place 1.3". */
function figuresOf({ games, part_games, wins, place }: Schemas["NightPlayer"]): string {
  const inPart = tn("{count} game in part", "{count} games in part", part_games);
  if (games === 0) return inPart;
  const parts = [
    tn("{wins} of {count} game won", "{wins} of {count} games won", games, {
      wins: numberWords(wins),
    }),
    t("average place {place}", { place: averageWords(place) }),
  ];
  return (part_games > 0 ? [...parts, inPart] : parts).join(DOT);
}

function Comeback({ comeback }: { comeback: Schemas["NightComeback"] }) {
  const { player, game, round, phases, points } = comeback;
  const behind = phases > 0 ? amountWords(phases, "phases") : amountWords(points, "points");
  return (
    <ListSection title={t("Best comeback")}>
      <List>
        <ListRow
          of={player}
          href={`/g/${game}`}
          title={<bdi>{player.name}</bdi>}
          detail={t("Behind after round {round}: {behind}", { round, behind })}
        />
      </List>
    </ListSection>
  );
}

function Games({ games }: { games: Card["games"] }) {
  return (
    <ListSection title={t("Games")}>
      <List label={t("Games")}>
        {games.map(({ game, played_at, edition, players, rounds, winners }) => (
          <ListRow
            key={game}
            href={`/g/${game}`}
            title={t("Won by {names}", {
              names: listed(winners.map(({ name }) => name)),
            })}
            tags={<Tag>{editionOf(edition).name}</Tag>}
            detail={[
              timeWords(played_at),
              ...(rounds > 0 ? [amountWords(rounds, "rounds")] : []),
              tn("{count} player", "{count} players", players),
            ].join(DOT)}
          />
        ))}
      </List>
    </ListSection>
  );
}
