import { useState } from "preact/hooks";
import { AddName } from "../../components/add_name";
import { ButtonLink } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Tag } from "../../components/tag";
import { tell } from "../../components/told";
import { useRead } from "../../components/use_read";
import { t } from "../../i18n";
import { addPlayer, type Group, network, type Schemas } from "../../store";
import { mayScore } from "../roles";
import { waitingClaim } from "./claim";
import { Claims } from "./claims";
import type { ListedGame } from "./game_list";
import { PlayerDialog } from "./player_dialog";
import { readPlayersWhoLeft } from "./read_games";

type Player = Schemas["GroupPlayer"];

interface Props {
  group: Group;
  games: readonly ListedGame[];
}

/** Who plays in a group: names on score sheets, whether or not they have a phone. */
export function Players({ group, games }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const left = usePlayersWhoLeft(group);
  const waiting = waitingClaim(group);
  const here = group.players.filter(({ has_left }) => !has_left);
  const player = [...here, ...left].find(({ id }) => id === chosen);
  const add = async (who: string) => {
    await addPlayer(group.id, who);
    tell(t("{name} added", { name: who }));
  };
  return (
    <ListSection title={t("Players")}>
      <Claims group={group} />
      <List label={t("Players")}>
        {here.map((one) => (
          <PlayerLine
            key={one.id}
            player={one}
            waits={one.id === waiting?.id}
            onPress={() => setChosen(one.id)}
          />
        ))}
      </List>
      <div class="section">
        {mayScore(group.my_role) && (
          <AddName label={t("Add a player")} onAdd={(who) => void add(who)} />
        )}
        <ButtonLink href={`/group/${group.id}/invite`}>{t("Invite somebody")}</ButtonLink>
      </div>
      {left.length > 0 && (
        <Disclosure title={t("Players who have left")} value={left.length}>
          <List>
            {left.map((one) => (
              <PlayerLine key={one.id} player={one} onPress={() => setChosen(one.id)} />
            ))}
          </List>
        </Disclosure>
      )}
      {player && (
        <PlayerDialog
          group={group}
          player={player}
          others={here.filter(({ id }) => id !== player.id)}
          games={games}
          onClose={() => setChosen(null)}
        />
      )}
    </ListSection>
  );
}

interface LineProps {
  player: Player;
  /** Whether I say to be this player, and nobody has confirmed it yet. */
  waits?: boolean;
  onPress: () => void;
}

function PlayerLine({ player, waits, onPress }: LineProps) {
  const { name, user, is_me } = player;
  return (
    <ListRow
      of={player}
      title={<bdi>{name}</bdi>}
      tags={is_me && <Tag on>{t("you")}</Tag>}
      {...(waits && { detail: t("you: waiting for approval") })}
      {...(user && !is_me && { detail: t("is {name}", { name: user.name }) })}
      onPress={onPress}
    />
  );
}

/** Those who have left, by the server and by what this phone has done since. */
function usePlayersWhoLeft(group: Group): Player[] {
  const [left, setLeft] = useState<Player[]>([]);
  const { id, event, player_count } = group;
  const show = (answer: Player[] | null) => answer && setLeft(answer);
  useRead(() => readPlayersWhoLeft(id), show, [id, event, player_count, network.value]);
  const now = new Map(group.players.map((player) => [player.id, player]));
  const gone = group.players.filter(({ has_left }) => has_left);
  return [...gone, ...left.filter(({ id }) => !now.has(id))];
}
