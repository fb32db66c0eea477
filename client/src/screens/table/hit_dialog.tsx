import { useState } from "preact/hooks";
import { Cards } from "../../components/card";
import { cardsInWords } from "../../components/card_face";
import { Switch } from "../../components/field";
import { Standings } from "../../components/standings";
import { t } from "../../i18n";
import { type Game, type LiveTable, newId, play, type TableGroup } from "../../store";
import { nameIn } from "../round_entry/players";
import { withUndo } from "../with_undo";
import { declaredFor } from "./cards";
import { PlayDialog } from "./play_dialog";
import { PlayerChoice } from "./player_choice";
import { type Ruling, ruleHit, useRuling, withTable } from "./ruling";
import { Verdict } from "./verdict";
import { groupWords } from "./words";

interface Props {
  game: Game;
  table: LiveTable;
  group: TableGroup;
  /** Who plays, as far as the table can tell. */
  by: string | null;
  onClose: () => void;
}

/** Somebody adds cards to a group: theirs or another player's. */
export function HitDialog({ game, table, group, by, onClose }: Props) {
  const [player, setPlayer] = useState(by);
  const [cards, setCards] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [goesOut, setGoesOut] = useState(false);
  const isAsked = player !== null && cards.length > 0;
  const bodyOf = (by: string, added: readonly string[]) => ({
    id: newId(),
    round: table.round,
    player: by,
    group: group.id,
    cards: [...added],
    goes_out: goesOut,
  });
  const question = isAsked
    ? async () =>
        withTable(
          game,
          { kind: "hit", body: bodyOf(player, cards) },
          await ruleHit(game, table, group, player, cards),
        )
    : null;
  const key = JSON.stringify([player, cards, group.cards, goesOut, table.event]);
  const { ruling, settle } = useRuling(question, key);

  function change(next: readonly string[]) {
    setCards(next);
    setChosen(null);
  }

  async function hit(overrule: string) {
    if (player === null) return;
    const ruled = overrule ? null : await settle();
    if (ruled?.problems.length) return;
    const choice = chosen === null ? undefined : ruled?.choices[0]?.[chosen];
    if (ruled?.ambiguous && !choice) return;
    const declared = choice ? declaredFor(group.cards, cards, choice) : cards;
    const body = { ...bodyOf(player, declared), ...(overrule && { overrule }) };
    onClose();
    const names = { name: nameIn(game, player), cards: cardsInWords(declared) };
    await withUndo(
      play(game.id, { kind: "hit", body }, [hitGroup(group, cards, ruled, chosen)]),
      t("{name} added {cards}", names),
    );
  }

  const isReady = isAsked && !(ruling?.ambiguous && chosen === null);
  return (
    <PlayDialog
      game={game}
      table={table}
      player={player}
      title={t("Hit the group of {name}", { name: nameIn(game, group.player) })}
      label={t("Hit")}
      ready={isReady}
      ruling={ruling}
      onCards={(more) => change([...cards, ...more])}
      onBackspace={() => change(cards.slice(0, -1))}
      onPlay={hit}
      onClose={onClose}
    >
      <PlayerChoice
        label={t("Who hits?")}
        game={game}
        players={table.players.map((each) => each.player)}
        chosen={player}
        onChoose={setPlayer}
      />
      <div class="table-target">
        <p class="faint small">{groupWords(group, table.plays)}</p>
        <Cards cards={group.cards} small />
      </div>
      <div class="row table-added">
        <p class="faint small">
          {cards.length > 0 ? t("Added") : t("Tap the cards that are added.")}
        </p>
        <Cards cards={cards} small />
      </div>
      {isAsked && ruling !== undefined && (
        <Verdict
          edition={game.edition}
          ruling={ruling}
          groups={[cards]}
          onChange={([next]) => change(next ?? [])}
        >
          {ruling?.ambiguous ? (
            <Standings
              standings={ruling.choices[0] ?? []}
              chosen={chosen}
              onChoice={(_standing, index) => setChosen(index)}
            />
          ) : (
            ruling?.groups[0] && <Cards cards={ruling.groups[0].cards} small />
          )}
        </Verdict>
      )}
      {isAsked && <Switch label={t("That was the last card")} on={goesOut} onChange={setGoesOut} />}
    </PlayDialog>
  );
}

/** The group with the cards: as the referee sees it, else with them at its end. */
function hitGroup(
  group: TableGroup,
  cards: readonly string[],
  ruling: Ruling | null,
  chosen: number | null,
): TableGroup {
  const standing = chosen === null ? ruling?.groups[0] : ruling?.choices[0]?.[chosen];
  if (standing) return { ...group, ...standing };
  return { ...group, cards: [...group.cards, ...cards], size: group.size + cards.length };
}
