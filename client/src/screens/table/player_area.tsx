import { Button } from "../../components/button";
import { Card, Cards } from "../../components/card";
import { PhaseBadge, PhaseWords } from "../../components/phase";
import { Tag } from "../../components/tag";
import { t, tc } from "../../i18n";
import type { Game, LiveTable, TableGroup } from "../../store";
import { nameIn } from "../round_entry/players";
import { groupWords } from "./words";

interface Props {
  game: Game;
  table: LiveTable;
  player: LiveTable["players"][number];
  mayPlay: boolean;
  onHit: (group: TableGroup) => void;
  onLayDown: () => void;
}

/** What lies in front of a player: their groups, and perhaps a Skip. */
export function PlayerArea({ game, table, player, mayPlay, onHit, onLayDown }: Props) {
  const id = player.player;
  const groups = table.groups.filter((group) => group.player === id);
  const name = nameIn(game, id);
  const phase = game.phases.find((each) => each.phase === player.phase);
  return (
    <section class="area" aria-labelledby={`area-${id}`} data-turn={table.turn === id || undefined}>
      <div class="row area-head">
        <PhaseBadge phase={player.phase} />
        <h2 id={`area-${id}`} class="two-lines">
          <bdi>{name}</bdi>
        </h2>
        {table.turn === id && <Tag on>{t("to play")}</Tag>}
        {table.went_out === id && <Tag on>{tc("player", "went out")}</Tag>}
        {table.starter === id && table.plays.length === 0 && <Tag>{t("starts")}</Tag>}
      </div>
      {!player.laid_down && phase && <PhaseWords phase={phase} />}
      {table.skipped.includes(id) && (
        <p class="row area-skip">
          <Card card="S" small />
          <span>{t("loses a turn")}</span>
        </p>
      )}
      {groups.length > 0 && (
        <ul class="stack">
          {groups.map((group) => (
            <li key={group.id}>
              <Group
                group={group}
                plays={table.plays}
                {...(mayPlay && { onPress: () => onHit(group) })}
              />
            </li>
          ))}
        </ul>
      )}
      {!player.laid_down &&
        (mayPlay && phase ? (
          <Button small aria-label={t("Lay down for {name}", { name })} onClick={onLayDown}>
            {t("Lay down")}
          </Button>
        ) : (
          <p class="faint">{t("Nothing lies here yet.")}</p>
        ))}
    </section>
  );
}

interface GroupProps {
  group: TableGroup;
  /** Of the round: they tell what gave the group its color. */
  plays: LiveTable["plays"];
  onPress?: () => void;
}

/** A group; a button if it can be hit. */
function Group({ group, plays, onPress }: GroupProps) {
  const content = (
    <>
      <span class="area-words faint small" data-irregular={group.irregular || undefined}>
        {groupWords(group, plays)}
      </span>
      <Cards cards={group.cards} small />
    </>
  );
  return onPress ? (
    <button type="button" class="area-group" onClick={onPress}>
      {content}
    </button>
  ) : (
    <div class="area-group">{content}</div>
  );
}
