/** `/g/{game}`: the score pad. */

import { useEffect, useMemo } from "preact/hooks";
import { ButtonLink, type LinkProps } from "../../components/button";
import { celebrate } from "../../components/fanfare";
import { ReadAloud, useReading } from "../../components/read_aloud";
import { Screen } from "../../components/screen";
import { SideTag, sidePlayed } from "../../components/side_tag";
import { useStayAwake } from "../../components/stay_awake";
import { Tag } from "../../components/tag";
import { useMedia, WIDE } from "../../components/use_media";
import { t } from "../../i18n";
import {
  draftOf,
  type Game,
  type GameView,
  groupOf,
  openGroup,
  settings,
  tableOf,
  typedRound,
} from "../../store";
import { editionOf } from "../../store/editions";
import { isUntouched } from "../../store/typed/round";
import { Claims } from "../group/claims";
import { aboutGame } from "../opened_game";
import { mayScore } from "../roles";
import { GameSheet } from "../rounds/game_sheet";
import { GameOver, NightSoFar } from "./game_over";
import { RoundNotices } from "./round_notices";
import { hasNewRound, spokenStandings } from "./spoken";
import { Standings } from "./standings";
import { Fallen, SendPicture } from "./victory";
import "./score_pad.css";

export default aboutGame(() => t("Game"), Pad);

function Pad({ view }: { view: GameView }) {
  const { game, unchecked } = view;
  const group = groupOf(game.group);
  useEffect(() => openGroup(game.group), [game.group]);
  const isNew = useMemo(() => hasNewRound(game), [game.id, game.rounds.length]);
  useReading(() => (isNew ? spokenStandings(game) : ""), game.rounds.length);
  const isWon = isNew && game.status === "over";
  useEffect(() => {
    if (isWon) celebrate(settings.peek());
  }, [isWon]);
  useStayAwake(game.status === "playing");
  // The form is there before it is needed: at once, and without a network.
  useEffect(() => void import("../round_entry").catch(() => {}), []);
  const draftState = draftOf(game.id);
  const current = draftState.value?.draft;
  const draft = current && current.round === game.next_round?.number ? current : null;
  const table = tableOf(game.id).value;
  const side = game.status === "playing" ? sidePlayed(table) : null;
  const isWide = useMedia(WIDE);
  const hasPlays = draftState.value?.has_plays === true || (table?.plays.length ?? 0) > 0;
  return (
    <Screen
      title={titleOf(game, unchecked.length)}
      up={`/group/${game.group}`}
      upLabel={group.value?.name ?? t("Back")}
      side={side ?? undefined}
      tags={game.edition !== "classic" && <Tag>{editionOf(game.edition).name}</Tag>}
      right={<ReadAloud words={() => spokenStandings(game)} />}
      foot={
        <>
          <Main view={view} isShared={draft !== null} />
          <div class="wrapping pad-ways">
            {game.status === "playing" && (game.turns_logged || hasPlays) && (
              <ButtonLink small kind="quiet" href={`/g/${game.id}/table`}>
                {t("Live table")}
              </ButtonLink>
            )}
            {game.status === "over" ? (
              <PlayAgain game={game} small />
            ) : (
              <ButtonLink small href={`/referee/${game.id}`}>
                {t("Referee")}
              </ButtonLink>
            )}
            <ButtonLink small href={`/g/${game.id}/rounds`}>
              {t("Rounds")}
            </ButtonLink>
            <ButtonLink small href={`/g/${game.id}/share`}>
              {t("Share")}
            </ButtonLink>
            <ButtonLink small href={`/g/${game.id}/menu`}>
              {t("More")}
            </ButtonLink>
          </div>
        </>
      }
    >
      {game.status !== "playing" && <GameOver game={game} />}
      {group.value && <Claims group={group.value} />}
      <div class="section pad-notices">
        <SideTag side={side} />
        <RoundNotices view={view} draft={draft} />
      </div>
      <Standings game={game} />
      {isWide && game.status !== "over" && (
        <div class="pad-beside">
          <GameSheet view={view} />
        </div>
      )}
      {game.status === "over" && (
        <>
          <NightSoFar game={game} />
          {!isWide && <Fallen game={game} />}
        </>
      )}
    </Screen>
  );
}

/** The next step: to enter a round, to send the picture, or a new game. */
function Main({ view, isShared }: { view: GameView; isShared: boolean }) {
  const { game } = view;
  const typed = typedRound(game.id);
  const group = groupOf(game.group);
  if (game.status === "over") return <SendPicture game={game} />;
  if (game.status === "abandoned") return <PlayAgain game={game} kind="main" />;
  const plays = group.value?.players.some((player) => player.is_me) ?? false;
  if (!mayScore(game.my_role) && !(isShared && plays)) {
    return <p class="foot-words faint small">{t("You are watching: scorers enter the rounds.")}</p>;
  }
  const label =
    typed.value && !isUntouched(typed.value) ? t("Go on entering the round") : t("Enter points");
  return (
    <ButtonLink kind="main" href={`/g/${game.id}/enter`}>
      {label}
    </ButtonLink>
  );
}

function PlayAgain({ game, ...look }: { game: Game } & Pick<LinkProps, "kind" | "small">) {
  return (
    <ButtonLink {...look} href={`/new/${game.group}?like=${game.id}`}>
      {t("Play again")}
    </ButtonLink>
  );
}

export function titleOf(game: Game, unchecked: number): string {
  if (game.status === "abandoned") return t("Abandoned");
  const next = game.next_round;
  if (!next) return t("Game over");
  const following = next.number + unchecked;
  if (game.variant !== "fixed_rounds") return t("Round {number}", { number: following });
  const all = game.phases.length;
  // Once the last one is entered, nothing follows it, even before it is checked.
  return t("Round {number} of {all}", { number: Math.min(following, all), all });
}
