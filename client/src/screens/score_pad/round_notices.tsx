/** What there is to know about the round in play: a tie, a draft, rounds nobody has checked. */

import { ButtonLink } from "../../components/button";
import { Notice } from "../../components/notice";
import { t } from "../../i18n";
import type { Schemas } from "../../server/problems";
import type { GameView } from "../../store";
import { howManyEntered } from "../round_entry/draft_lines";
import { namesIn } from "../round_entry/players";
import { troubleWords } from "../trouble/words";

type Draft = Schemas["RoundDraftDetail"];

export function RoundNotices({ view, draft }: { view: GameView; draft: Draft | null }) {
  const { game, unchecked, trouble } = view;
  const next = game.next_round;
  return (
    <>
      {trouble && (
        <Notice
          tone="no"
          title={troubleWords(trouble)}
          actions={
            <ButtonLink small href={`/trouble/${trouble.id}`}>
              {t("Decide")}
            </ButtonLink>
          }
        />
      )}
      {next?.tie_break && (
        <Notice title={t("Tie-break.")}>
          {t("{names} play Phase {phase} once more. Whoever goes out first wins.", {
            names: namesIn(game, next.playing),
            phase: game.phases.length,
          })}
        </Notice>
      )}
      {draft && next && (
        <Notice title={t("Round {number} is being entered.", { number: draft.round })}>
          {howManyEntered(draft, next.playing)}
        </Notice>
      )}
      {unchecked.map(({ number }) => (
        <Notice key={number}>
          {t(
            "Round {number} is saved and will be checked once the rules or the network are there.",
            {
              number,
            },
          )}
        </Notice>
      ))}
    </>
  );
}
