import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Question } from "../../components/dialog";
import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Tag } from "../../components/tag";
import { t, tn } from "../../i18n";
import { addToGame, type GameView, type Group, leaveGame, type Schemas } from "../../store";
import { editionOf } from "../../store/editions";
import { bySeat } from "../rounds/sheet";
import { withUndo } from "../with_undo";
import { AddPlayer } from "./add_player";
import { hasNotPlayed, nextRound, type Seating, seatingOf } from "./next_round";
import { Seats } from "./seats";
import "./menu.css";

type Standing = Schemas["PlayerStanding"];

interface Props {
  view: GameView;
  group: Group | undefined;
  mayChange: boolean;
}

/** Who plays: late joiners come, leavers go, and seats can be changed before the first round. */
export function Players({ view, group, mayChange }: Props) {
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const { game, unchecked } = view;
  const seating = seatingOf(game, unchecked.length);
  const next = nextRound(game, unchecked.length);
  const most = editionOf(game.edition).max_players;
  const isFull = game.players.filter(({ at_table }) => at_table).length >= most;
  const player = game.players.find(({ id }) => id === chosen);
  if (mayChange && seating === "before_first") return <Seats game={game} group={group} />;
  return (
    <ListSection title={t("Players")}>
      <List label={t("Players")}>
        {bySeat(game).map((one) => (
          <ListRow
            key={one.id}
            of={one}
            title={<bdi>{one.name}</bdi>}
            tags={<Attendance player={one} next={next} />}
            detail={placeInWords(one)}
            {...(mayChange && seating === "open" && { onPress: () => setChosen(one.id) })}
          />
        ))}
      </List>
      {mayChange && (
        <div class="section">
          {seating !== "open" ? (
            <p class="faint">{REASONS[seating]()}</p>
          ) : isFull ? (
            <p class="faint">{t("The table is full: at most {most} play.", { most })}</p>
          ) : (
            <Button onClick={() => setAdding(true)}>{t("Add a player")}</Button>
          )}
        </div>
      )}
      {adding && <AddPlayer view={view} group={group} onClose={() => setAdding(false)} />}
      {player && (
        <PlayerDialog game={game.id} player={player} next={next} onClose={() => setChosen(null)} />
      )}
    </ListSection>
  );
}

const REASONS: Record<Exclude<Seating, "open">, () => string> = {
  before_first: () => t("Before the first round, scorers can change the players."),
  tie_break: () => t("Nobody can join or leave in a tie-break: only the tied players play it."),
  over: () => t("The game is over: nobody can join or leave it."),
};

function Attendance({
  player: { at_table, stints, won },
  next,
}: {
  player: Standing;
  next: number;
}) {
  const joins = stints.at(-1)?.first_round === next;
  if (won) return <Tag on>{t("won")}</Tag>;
  if (at_table && joins && next > 1)
    return <Tag on>{t("from round {round} on", { round: next })}</Tag>;
  return at_table ? null : <Tag>{t("has left")}</Tag>;
}

function placeInWords({ total, phase, at_table }: Standing): string {
  const points = tn("{count} point", "{count} points", total);
  if (!at_table) return points;
  return phase === null
    ? t("{points}, all Phases done", { points })
    : t("{points}, on Phase {phase}", { points, phase });
}

interface DialogProps {
  game: string;
  player: Standing;
  next: number;
  onClose: () => void;
}

function PlayerDialog({ game, player, next, onClose }: DialogProps) {
  const values = { name: player.name, round: next };
  const leave = async () => {
    onClose();
    await withUndo(leaveGame(game, player.id, next), t("{name} has left the game", values));
  };
  const comeBack = async () => {
    onClose();
    const body = { player: { id: player.id }, round: next };
    await withUndo(addToGame(game, body), t("{name} is back in the game", values));
  };
  return (
    <Question
      title={player.name}
      yes={
        player.at_table
          ? t("Leaves before round {round}", values)
          : t("Comes back in round {round}", values)
      }
      onYes={player.at_table ? leave : comeBack}
      onClose={onClose}
    >
      <p>{placeInWords(player)}</p>
      <p class="faint">
        {hasNotPlayed(player, next)
          ? t("They have not played a round yet: nothing of theirs stays on the sheet.")
          : player.at_table
            ? t(
                "Their rounds stay on the sheet. They can come back later, with their Phase and points.",
              )
            : t("They take the same seat, and go on with their Phase and points.")}
      </p>
    </Question>
  );
}
