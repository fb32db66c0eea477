/** `/group/{group}/head-to-head/{player}/{other}`: two players, game by game. */

import { EmptyState } from "../../components/empty_state";
import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Screen } from "../../components/screen";
import { isolated, t, tn } from "../../i18n";
import { DOT, dayWords, numberWords } from "../../i18n/formats";
import { listed } from "../../i18n/names";
import type { Params } from "../../router";
import type { Schemas } from "../../store";
import { useAnswer } from "../statistics/answers";
import { rivals } from "../statistics/questions";
import { Answered } from "../statistics/state";
import { averageWords } from "../statistics/words";
import { useGroup } from "../use_group";
import { LeadChart } from "./lead_chart";
import "./rivals.css";

type Rival = Schemas["HeadToHeadPlayer"];

export default function RivalsScreen({ params }: { params: Params }) {
  const { group: id = "", player = "", other = "" } = params;
  const answer = useAnswer(rivals(id, player, other), useGroup(id)?.event);
  const names = answer.value?.head_to_head?.rivalry?.players.map((one) => one.player.name);
  return (
    <Screen
      title={names ? listed(names) : t("Head to head")}
      up={`/group/${id}/head-to-head`}
      upLabel={t("Head to head")}
    >
      <Answered answer={answer}>
        {({ head_to_head: { rivalry } = {} }) =>
          rivalry && rivalry.games > 0 ? (
            <Rivals group={id} rivalry={rivalry} />
          ) : (
            <EmptyState title={t("They have not met yet")}>
              <p>{t("Once both have played the same game to its end, they are compared here.")}</p>
            </EmptyState>
          )
        }
      </Answered>
    </Screen>
  );
}

function Rivals({ group, rivalry }: { group: string; rivalry: Schemas["Rivalry"] }) {
  const { games, players, latest, timeline } = rivalry;
  const level = players[0]?.level ?? 0;
  const names = players.map(({ player }) => player.name);
  const lead = leadWords(players);
  return (
    <>
      <table class="rivals">
        <caption>
          {tn("{count} game together", "{count} games together", games)}
          {level > 0 && `${DOT}${tn("level in {count}", "level in {count}", level)}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{t("What is compared")}</span>
            </th>
            {players.map(({ player: { id, name } }) => (
              <th key={id} scope="col">
                <a href={`/group/${group}/player/${id}`}>
                  <bdi class="two-lines">{name}</bdi>
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ title, words }) => (
            <tr key={title()}>
              <th scope="row">{title()}</th>
              {players.map((one) => (
                <td key={one.player.id} class="number">
                  {words(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lead && (
        <div class="section">
          <p class="faint small">{lead}</p>
        </div>
      )}
      <LeadChart names={names} timeline={timeline} />
      <ListSection title={t("Their last games")} hint={t("Phases count before points.")}>
        <List label={t("Their last games")}>
          {latest.map(({ game, played_at, places, points }) => (
            <ListRow
              key={game}
              href={`/g/${game}`}
              title={aheadWords(names, places)}
              end={dayWords(played_at)}
              detail={names
                .map((name, index) => `${isolated(name)} ${numberWords(points[index] ?? 0)}`)
                .join(DOT)}
            />
          ))}
        </List>
      </ListSection>
    </>
  );
}

const ROWS: readonly { title: () => string; words: (one: Rival) => string }[] = [
  { title: () => t("Ahead"), words: ({ ahead }) => numberWords(ahead) },
  { title: () => t("Wins"), words: ({ wins }) => numberWords(wins) },
  { title: () => t("Expected"), words: (one) => numberWords(one.expected_wins, 1) },
  { title: () => t("Points a round"), words: (one) => averageWords(one.points_a_round) },
  {
    title: () => t("Rounds"),
    words: ({ points_a_round }) => numberWords(points_a_round.over),
  },
];

/** Whether more than luck is behind who was ahead more often; nothing if nobody was. */
export function leadWords(
  players: readonly Pick<Rival, "player" | "ahead" | "stands_out">[],
): string {
  const leader = players.find(({ stands_out }) => stands_out === "ahead");
  if (leader)
    return t("{name} was ahead more often than luck explains.", { name: leader.player.name });
  if (new Set(players.map(({ ahead }) => ahead)).size < 2) return "";
  return t("This difference may be mere luck: it does not say yet who is better.");
}

/** Who of the two was ahead: a lower place is the better one. */
function aheadWords([one = "", other = ""]: readonly string[], places: readonly number[]): string {
  const [first = 0, second = 0] = places;
  if (first === second) return t("Level");
  return t("{name} was ahead", { name: first < second ? one : other });
}
