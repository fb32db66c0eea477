import { cardsInWords } from "../../components/card_face";
import { Notice } from "../../components/notice";
import { t } from "../../i18n";
import { numberWords } from "../../i18n/formats";
import { isolated } from "../../i18n/names";
import type { Game, Schemas } from "../../store";
import { entriesOf, type TypedRound } from "../../store/typed/round";
import { differs } from "./draft_lines";
import { nameIn } from "./players";

interface Props {
  game: Game;
  draft: Schemas["RoundDraftDetail"];
  typed: TypedRound;
}

/** Where other phones have entered something else for the round that is finished on this one. */
export function TakenOver({ game, draft, typed }: Props) {
  const mine = entriesOf(typed);
  const others = draft.lines.filter((line) =>
    mine.some((entry) => entry.player === line.player && differs(line, entry)),
  );
  if (others.length === 0) return null;
  return (
    <Notice tone="no" title={t("Another phone says otherwise:")}>
      {others.map((line) => (
        <p key={line.player}>{said(game, line)}</p>
      ))}
    </Notice>
  );
}

/** "Mia has entered 35 for Jonas." */
function said(game: Game, line: Schemas["DraftLineDetail"]): string {
  const who = isolated(line.entered_by ?? t("Somebody"));
  const name = nameIn(game, line.player);
  if (line.went_out) return t("{who} has entered that {name} went out.", { who, name });
  const count = line.cards ? cardsInWords(line.cards) : numberWords(line.points ?? 0);
  return t("{who} has entered {count} for {name}.", { who, count, name });
}
