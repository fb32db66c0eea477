import { useState } from "preact/hooks";
import { Cards } from "../../components/card";
import { cardsInWords } from "../../components/card_face";
import { Switch } from "../../components/field";
import { t } from "../../i18n";
import { type Game, type LiveTable, newId, play } from "../../store";
import { editionOf } from "../../store/editions";
import { nameIn } from "../round_entry/players";
import { withUndo } from "../with_undo";
import { PlayDialog } from "./play_dialog";
import { PlayerChoice } from "./player_choice";
import { useRuling, withTable } from "./ruling";
import { Verdict } from "./verdict";

interface Props {
  game: Game;
  table: LiveTable;
  /** Who plays, as far as the table can tell. */
  by: string | null;
  onClose: () => void;
}

/** Somebody ends their turn with a card, which nobody has to note; a Skip lies in front of a player. */
export function DiscardDialog({ game, table, by, onClose }: Props) {
  const [player, setPlayer] = useState(by);
  const [card, setCard] = useState<string | null>(null);
  const [skips, setSkips] = useState<string | null>(null);
  const [hasSymbol, setHasSymbol] = useState(false);
  const [goesOut, setGoesOut] = useState(false);
  const players = table.players.map((each) => each.player);
  const isSkip = card === "S" && !goesOut;
  const skipped = isSkip && skips !== player ? skips : null; // whoever discards may change
  const sides = editionOf(game.edition).deck.sides;
  const canFlip = sides.some(({ cards }) =>
    cards.some((each) => each.card === card && each.flip_symbols > 0),
  );

  const isReady = player !== null && (!isSkip || skipped !== null);

  const bodyOf = (by: string) => ({
    id: newId(),
    round: table.round,
    player: by,
    card: card && canFlip && hasSymbol ? `${card}!` : card,
    skips: skipped,
    goes_out: goesOut,
  });
  const question = isReady
    ? () => withTable(game, { kind: "discard", body: bodyOf(player) }, null)
    : null;
  const key = JSON.stringify([player, card, skipped, hasSymbol, goesOut, table.event]);
  const { ruling, settle } = useRuling(question, key);

  async function discard(overrule: string) {
    if (player === null || (!overrule && (await settle())?.problems.length)) return;
    const body = { ...bodyOf(player), ...(overrule && { overrule }) };
    onClose();
    const name = nameIn(game, player);
    await withUndo(
      play(game.id, { kind: "discard", body }),
      skipped
        ? t("{name} skips {skipped}", { name, skipped: nameIn(game, skipped) })
        : card
          ? t("{name} discarded {cards}", { name, cards: cardsInWords([card]) })
          : t("{name} discarded", { name }),
    );
  }

  return (
    <PlayDialog
      game={game}
      table={table}
      player={player}
      title={t("Discard")}
      label={t("Discard")}
      ready={isReady}
      ruling={ruling}
      onCards={(cards) => setCard(cards.at(-1) ?? null)}
      onBackspace={() => setCard(null)}
      onPlay={discard}
      onClose={onClose}
    >
      <PlayerChoice
        label={t("Who discards?")}
        game={game}
        players={players}
        chosen={player}
        onChoose={setPlayer}
      />
      {card ? <Cards cards={[card]} /> : <p class="faint">{t("Tap the card, if you like.")}</p>}
      {isSkip && (
        <PlayerChoice
          label={t("Who is skipped?")}
          game={game}
          players={players.filter((id) => id !== player)}
          chosen={skipped}
          onChoose={setSkips}
        />
      )}
      {canFlip && (
        <Switch label={t("It has a Flip symbol")} on={hasSymbol} onChange={setHasSymbol} />
      )}
      <Switch label={t("That was the last card")} on={goesOut} onChange={setGoesOut} />
      {ruling && <Verdict edition={game.edition} ruling={ruling} groups={[]} onChange={() => {}} />}
    </PlayDialog>
  );
}
