import { Button } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { List, ListRow } from "../../components/list";
import { t } from "../../i18n";
import { numberWords } from "../../i18n/formats";
import { type Game, type LiveTable, takeBackPlay } from "../../store";
import { withUndo } from "../with_undo";
import { playWords } from "./words";

interface Props {
  game: Game;
  table: LiveTable;
  mayPlay: boolean;
}

/** What was played, the last play first: that one can be taken back. */
export function Plays({ game, table, mayPlay }: Props) {
  const last = table.plays.at(-1);
  if (!last) return null;
  const takeBack = () =>
    withUndo(
      takeBackPlay(game.id, { id: last.id, round: table.round }),
      t("Taken back: {play}", { play: playWords(game, last) }),
    );
  return (
    <Disclosure title={t("What was played")} value={numberWords(table.plays.length)}>
      <List label={t("What was played")}>
        {[...table.plays].reverse().map((play) => (
          <ListRow
            key={play.id}
            title={playWords(game, play)}
            {...(play.overrule && {
              detail: (
                <>
                  {t("The referee is overruled:")} <span dir="auto">{play.overrule}</span>
                </>
              ),
            })}
          />
        ))}
      </List>
      {mayPlay && (
        <Button small onClick={() => void takeBack()}>
          {t("Take back the last play")}
        </Button>
      )}
    </Disclosure>
  );
}
