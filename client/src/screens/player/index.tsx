import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { EmptyState } from "../../components/empty_state";
import { Face } from "../../components/face";
import { List, ListRow } from "../../components/list";
import { Screen } from "../../components/screen";
import { t, tn } from "../../i18n";
import { DOT, dayWords } from "../../i18n/formats";
import type { Params } from "../../router";
import { changePlayer, type Group, type Schemas } from "../../store";
import { editionOf } from "../../store/editions";
import { FaceDialog } from "../faces/face_dialog";
import { mayScore } from "../roles";
import { useAnswer } from "../statistics/answers";
import { BadgeList } from "../statistics/badge_list";
import { Opponents } from "../statistics/opponents";
import { PhaseBars } from "../statistics/phase_bars";
import { headToHead, player } from "../statistics/questions";
import { Answered } from "../statistics/state";
import { useGroup } from "../use_group";
import { withUndo } from "../with_undo";
import { Circumstances } from "./circumstances";
import { Figures } from "./figures";
import { Highlights } from "./highlights";
import "./player.css";
import { RatingChart } from "./rating_chart";

/** A player of a group: what their games add up to, and their best and worst. */
export default function PlayerScreen({ params }: { params: Params }) {
  const { group: id = "", player: who = "" } = params;
  const group = useGroup(id);
  const answer = useAnswer(player(id, who), group?.event);
  const member = group?.players.find((one) => one.id === who);
  const shown = member ?? answer.value?.player;
  const name = shown?.name ?? t("Player");
  return (
    <Screen title={name} up={`/group/${id}`} upLabel={group?.name ?? t("Group")}>
      <div class="section player-face">
        {shown && <Face of={shown} size="large" />}
        {group && member && <ChooseFace group={group} player={member} />}
      </div>
      <Answered answer={answer}>
        {(statistics) =>
          statistics.games + statistics.part_games > 0 ? (
            <Played group={id} statistics={statistics} />
          ) : (
            <EmptyState title={t("No game is over yet")}>
              <p>
                {t("Once {name} has played a game to its end, this page fills up.", { name: name })}
              </p>
            </EmptyState>
          )
        }
      </Answered>
    </Screen>
  );
}

/** For those who may choose how this player looks. */
function ChooseFace({ group, player }: { group: Group; player: Group["players"][number] }) {
  const [open, setOpen] = useState(false);
  if (!mayScore(group.my_role) && !player.is_me) return null;
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {t("Color and sign")}
      </Button>
      {open && (
        <FaceDialog
          player={player}
          others={group.players.filter(({ id }) => id !== player.id)}
          onTake={(face) => {
            setOpen(false);
            const told = t("{name} has a new face", { name: player.name });
            void withUndo(changePlayer(player.id, face), told);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Played({ group, statistics }: { group: string; statistics: Schemas["PlayerStatistics"] }) {
  const { player, phases, badges, latest, ratings, circumstances } = statistics;
  return (
    <>
      <Figures statistics={statistics} />
      {ratings && <RatingChart player={player.id} ratings={ratings.results} />}
      <Highlights statistics={statistics} />
      {phases.length > 0 && (
        <Disclosure
          title={t("Phases")}
          value={t(
            "How often each was laid down in a round that began with it. Expected: how often bots that are as good overall do it.",
          )}
        >
          <PhaseBars phases={phases} />
        </Disclosure>
      )}
      <AgainstOthers group={group} player={player.id} name={player.name} />
      {circumstances && <Circumstances results={circumstances} />}
      {badges.length > 0 && (
        <Disclosure title={t("Badges")} value={badges.length}>
          <BadgeList badges={badges} />
        </Disclosure>
      )}
      <LatestGames games={latest} />
      <div class="section">
        <ButtonLink href={`/group/${group}/figures`}>{t("What the figures mean")}</ButtonLink>
      </div>
    </>
  );
}

/** Head to head against everybody else; read when it is opened. */
function AgainstOthers({ group, player, name }: { group: string; player: string; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure
      title={t("Head to head")}
      value={t("Against the others")}
      onOpen={() => setOpen(true)}
    >
      {open && <Comparisons group={group} player={player} name={name} />}
    </Disclosure>
  );
}

function Comparisons({ group, player, name }: { group: string; player: string; name: string }) {
  const answer = useAnswer(headToHead(group));
  return (
    <Answered answer={answer}>
      {({ head_to_head: { pairs } = { pairs: [] } }) => (
        <Opponents
          group={group}
          player={player}
          name={name}
          pairs={pairs.filter((pair) => pair.player.id === player)}
        />
      )}
    </Answered>
  );
}

function LatestGames({ games }: { games: Schemas["PlayerStatistics"]["latest"] }) {
  if (games.length === 0) return null;
  return (
    <Disclosure title={t("Last games")}>
      <List label={t("Last games")}>
        {games.map(({ game, played_at, edition, place, players, won, points }) => (
          <ListRow
            key={game}
            href={`/g/${game}`}
            title={won ? t("Won") : t("Place {place} of {players}", { place, players })}
            detail={[
              dayWords(played_at),
              editionOf(edition).name,
              tn("{count} point", "{count} points", points),
            ].join(DOT)}
          />
        ))}
      </List>
    </Disclosure>
  );
}
