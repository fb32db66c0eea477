import { EmptyState } from "../../components/empty_state";
import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Tag } from "../../components/tag";
import { t, tn } from "../../i18n";
import { DOT, numberWords } from "../../i18n/formats";
import { listed } from "../../i18n/names";
import type { Schemas } from "../../store";
import { nightWords } from "../statistics/periods";
import { averageWords, winsWords } from "../statistics/words";

interface Props {
  group: string;
  season: Schemas["Season"];
  /** The player of this phone. */
  me: string | null;
}

/** Who has won how much in a season, and its champion. */
export function SeasonTable({ group, season, me }: Props) {
  const { starts_on, ends_on, champions, players } = season;
  if (players.length === 0) {
    return <EmptyState title={t("No game of this season is over yet")} />;
  }
  const from = nightWords(starts_on);
  return (
    <>
      {champions.length > 0 && (
        <ListSection title={ends_on ? t("Champion of the season") : t("In the lead so far")}>
          <div class="section">
            <p>
              <strong>{listed(champions.map(({ player }) => player.name))}</strong>,{" "}
              {amountOfWins(champions[0]?.wins ?? 0)}
            </p>
          </div>
        </ListSection>
      )}
      <ListSection
        title={
          ends_on
            ? t("Season from {from} to {until}", { from, until: nightWords(ends_on) })
            : t("Season since {from}", { from })
        }
        hint={t(
          "By wins, then by the average place. It says who won most, not who is best: that is the rating, which goes on from season to season.",
        )}
      >
        <List label={t("Season")}>
          {players.map((line) => (
            <ListRow
              key={line.player.id}
              of={line.player}
              href={`/group/${group}/player/${line.player.id}`}
              title={
                <>
                  <span class="place number">
                    <span class="visually-hidden">{t("Place")} </span>
                    {numberWords(line.position)}
                  </span>{" "}
                  <bdi>{line.player.name}</bdi>
                </>
              }
              tags={line.player.id === me && <Tag on>{t("you")}</Tag>}
              detail={
                line.games > 0
                  ? `${winsWords(line)}${DOT}${t("average place {place}", { place: averageWords(line.place) })}`
                  : winsWords(line)
              }
              end={<strong>{amountOfWins(line.wins)}</strong>}
            />
          ))}
        </List>
      </ListSection>
    </>
  );
}

function amountOfWins(wins: number): string {
  return tn("{count} win", "{count} wins", wins);
}
