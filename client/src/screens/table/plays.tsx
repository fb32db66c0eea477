import { Button } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { List, ListRow } from "../../components/list";
import { useOneTap } from "../../components/touch";
import { t } from "../../i18n";
import { type Game, type LiveTable, type Schemas, takeBackPlay } from "../../store";
import { withUndo } from "../with_undo";
import { playWords } from "./words";

interface Props {
  game: Game;
  table: LiveTable;
  mayPlay: boolean;
}

/** What was played, the last play first: that one can be taken back, and so can each note. */
export function Plays({ game, table, mayPlay }: Props) {
  const oneTap = useOneTap(); // the play before has the same button by then
  const last = table.plays.at(-1);
  if (!last) return null;
  const takeBack = (play: Schemas["PlayDetail"]) =>
    oneTap(
      () =>
        void withUndo(
          takeBackPlay(game.id, { id: play.id, round: table.round }),
          t("Taken back: {play}", { play: playWords(game, play) }),
        ),
    );
  return (
    <Disclosure title={t("What was played")} value={table.plays.length}>
      <List label={t("What was played")}>
        {[...table.plays].reverse().map((play) => (
          <ListRow
            key={play.id}
            title={play.kind === "note" ? t("Note") : playWords(game, play)}
            {...detailOf(play)}
            {...(mayPlay &&
              play.kind === "note" &&
              play !== last && {
                end: (
                  <Button small onClick={() => takeBack(play)}>
                    {t("Take back the note")}
                  </Button>
                ),
              })}
          />
        ))}
      </List>
      {mayPlay && (
        <Button small onClick={() => takeBack(last)}>
          {t("Take back the last play")}
        </Button>
      )}
    </Disclosure>
  );
}

/** What a note says; why the referee is overruled. */
function detailOf({ text, overrule }: Schemas["PlayDetail"]) {
  if (text) return { detail: <span dir="auto">{text}</span> };
  if (!overrule) return {};
  return {
    detail: (
      <>
        {t("The referee is overruled:")} <span dir="auto">{overrule}</span>
      </>
    ),
  };
}
