import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { RuleText } from "../../components/rule_text";
import { t } from "../../i18n";
import { type Game, type LiveTable, newId, play, type Schemas } from "../../store";
import { nameIn } from "../round_entry/players";
import { withUndo } from "../with_undo";
import { drawWords } from "./words";

type Pile = NonNullable<Schemas["PlayDetail"]["pile"]>;

interface Props {
  game: Game;
  table: LiveTable;
}

/**
 * Whose turn it is draws a card: one tap for each pile from which it can come. Whether its top card
 * was noted does not matter, as at the start of a round or once the cards have been turned over.
 */
export function DrawButtons({ game, table }: Props) {
  const { turn: player, round, top_discard: top } = table;
  const [isDrawing, setDrawing] = useState(false); // a second tap would draw a second card
  if (player === null) return null;
  const draw = async (pile: Pile) => {
    setDrawing(true);
    try {
      await withUndo(
        play(game.id, { kind: "draw", body: { id: newId(), round, player, pile } }),
        drawWords(nameIn(game, player), pile),
      );
    } finally {
      setDrawing(false);
    }
  };
  return (
    <>
      <Button small disabled={isDrawing} onClick={() => void draw("draw_pile")}>
        {t("Draw a card")}
      </Button>
      {top !== "S" && (
        <Button small disabled={isDrawing} onClick={() => void draw("discard_pile")}>
          {t("Take the top card")}
        </Button>
      )}
    </>
  );
}

/** What stands in the way of a play: whose turn it is has not drawn. */
export function DrawFirst({ game, table, onSkip }: Props & { onSkip: () => void }) {
  const name = table.turn === null ? "" : nameIn(game, table.turn);
  return (
    <Notice
      tone="no"
      live
      title={t("{name} has not drawn yet.", { name })}
      actions={
        <>
          <DrawButtons game={game} table={table} />
          <Button small onClick={onSkip}>
            {t("Play it all the same")}
          </Button>
        </>
      }
    >
      <RuleText entry="draw" edition={game.edition} />
    </Notice>
  );
}
