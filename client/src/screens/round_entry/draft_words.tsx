/** What there is to say about the lines that the phones have entered so far. */

import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { t } from "../../i18n";
import { draftOf, type Game, outbox, settle } from "../../store";
import type { TypedRound } from "../../store/typed/round";
import { DraftBeside } from "../draft_beside";
import { namesIn } from "./players";
import type { Tally } from "./tally";

interface Props {
  game: Game;
  /** The lines of all phones. */
  entered: TypedRound | null;
  tally: Tally;
  /** Whose lines to wait for. */
  missing: readonly string[];
  /** Whether this phone belongs to nobody who plays. */
  mayEnterNothing: boolean;
}

export function DraftWords({ game, entered, tally, missing, mayEnterNothing }: Props) {
  const conflict = outbox.value.troubles.find(
    (trouble) => trouble.game === game.id && trouble.problem.code === "line_changed",
  );
  const verdict = tally.verdict.value;
  const here = verdict?.typed === entered ? (verdict?.answer?.problems ?? []) : [];
  // What only the plays on the table tell, the server says alone.
  const there = draftOf(game.id).value?.check?.problems ?? [];
  const messages = new Set([...here, ...there].map(({ message }) => message));
  return (
    <>
      {conflict && (
        <Notice
          tone="no"
          live
          title={conflict.problem.detail}
          actions={
            <>
              <Button small onClick={() => void settle(conflict, "theirs")}>
                {t("Keep theirs")}
              </Button>
              <Button small onClick={() => void settle(conflict, "mine")}>
                {t("Keep mine")}
              </Button>
            </>
          }
        >
          <DraftBeside game={game} trouble={conflict} />
        </Notice>
      )}
      {[...messages].map((message) => (
        <Notice key={message} tone="no" live>
          {message}
        </Notice>
      ))}
      {missing.length > 0 && (
        <p class="faint">{t("Still missing: {names}", { names: namesIn(game, missing) })}</p>
      )}
      {mayEnterNothing && (
        <p class="faint">{t("Say which player you are in the group, to enter your own points.")}</p>
      )}
    </>
  );
}
