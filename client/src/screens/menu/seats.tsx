import { useEffect, useState } from "preact/hooks";
import { AddName } from "../../components/add_name";
import { Button } from "../../components/button";
import { Chips } from "../../components/chips";
import { ListSection } from "../../components/list_section";
import { Select } from "../../components/select";
import { t } from "../../i18n";
import { addPlayer, changeGame, type Game, type Group } from "../../store";
import { editionOf } from "../../store/editions";
import { bySeat } from "../rounds/sheet";
import { withUndo } from "../with_undo";
import { GameHandicaps } from "./handicaps";
import "./menu.css";

interface Props {
  game: Game;
  group: Group | undefined;
}

/** The players of a game whose first round is still to come: seats, dealer, handicaps, how many. */
export function Seats({ game, group }: Props) {
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const known = bySeat(game).map(({ id }) => id);
  const ids = wanted ?? known;
  const seats = ids.map((id) => ({ id, name: nameOf(id, game, group) }));
  // What was asked for last is shown at once: the next change builds on it.
  useEffect(() => {
    if (known.join() === wanted?.join()) setWanted(null);
  });
  const others = (group?.players ?? []).filter(
    ({ id, has_left }) => !has_left && !ids.includes(id),
  );
  const reseat = async (players: string[], text: string) => {
    setWanted(players);
    if (!(await withUndo(changeGame(game.id, { players }), text))) setWanted(null);
  };
  const most = editionOf(game.edition).max_players;
  const seat = (id: string, who: string) =>
    void reseat([...ids, id], t("{name} plays, too", { name: who }));

  const addNew = async (who: string) => {
    if (!group) return;
    seat(await addPlayer(group.id, who), who);
  };
  const moveUp = (index: number) => {
    const [one, other] = [ids[index - 1], ids[index]];
    if (one === undefined || other === undefined) return;
    const players = [...ids].with(index - 1, other).with(index, one);
    void reseat(players, t("Seats changed"));
  };
  const remove = (id: string, who: string) =>
    void reseat(
      ids.filter((seated) => seated !== id),
      t("{name} does not play", { name: who }),
    );
  const changeDealer = (first_dealer: string) =>
    void withUndo(changeGame(game.id, { first_dealer }), t("Dealer changed"));

  return (
    <ListSection
      title={t("Players")}
      hint={t("In the order of their seats, each to the left of the one before.")}
    >
      <ol class="menu-seats">
        {seats.map((player, index) => (
          <li key={player.id}>
            <bdi class="cut">{player.name}</bdi>
            <Button
              small
              kind="plain"
              disabled={index === 0}
              aria-label={t("Move {name} up", { name: player.name })}
              onClick={() => moveUp(index)}
            >
              ↑
            </Button>
            <Button
              small
              kind="plain"
              disabled={seats.length <= 2}
              aria-label={t("Remove {name}", { name: player.name })}
              onClick={() => remove(player.id, player.name)}
            >
              ×
            </Button>
          </li>
        ))}
      </ol>
      <div class="section">
        {ids.length >= most ? (
          <p class="faint">{t("The table is full: at most {most} play.", { most })}</p>
        ) : (
          <>
            {others.length > 0 && (
              <Chips
                label={t("Add somebody of the group")}
                options={others.map(({ id, name }) => ({ value: id, label: `+ ${name}` }))}
                onPress={(id) => seat(id, nameOf(id, game, group))}
              />
            )}
            <AddName
              label={t("Add somebody new")}
              disabled={!group}
              onAdd={(who) => void addNew(who)}
            />
          </>
        )}
        <Select
          label={t("Deals first")}
          options={seats.map(({ id, name }) => ({ value: id, label: name }))}
          value={game.first_dealer}
          onChange={changeDealer}
        />
      </div>
      <GameHandicaps game={game} />
    </ListSection>
  );
}

function nameOf(player: string, game: Game, group: Group | undefined): string {
  const known = [...game.players, ...(group?.players ?? [])];
  return known.find(({ id }) => id === player)?.name ?? "";
}
