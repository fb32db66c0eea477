import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import type { Game, Preview, Schemas } from "../../store";
import { Differences } from "../history/differences";
import { lineDifferences } from "../history/lines";
import { nameOf } from "../round_entry/players";
import { Effects } from "./effects";

interface Props {
  game: Game;
  round: Schemas["RoundDetail"];
  preview: Preview;
  onConfirm: () => Promise<void>;
  onBack: () => void;
}

/** What a correction changes, before it is made. */
export function Confirmation({ game, round, preview, onConfirm, onBack }: Props) {
  const [busy, setBusy] = useState(false);
  useEffect(() => scrollTo(0, 0), []); // it takes the place of the form, wherever that was
  const confirm = () => {
    setBusy(true);
    void onConfirm().finally(() => setBusy(false));
  };
  return (
    <Screen
      title={t("Correct round {round}?", { round: round.number })}
      up={`/g/${game.id}/rounds`}
      upLabel={t("Rounds")}
      foot={
        <>
          <Button kind="main" busy={busy} onClick={confirm}>
            {t("Correct it")}
          </Button>
          <Button small onClick={onBack}>
            {t("Back to the points")}
          </Button>
        </>
      }
    >
      {"game" in preview ? (
        <Known game={game} round={round} preview={preview} />
      ) : (
        <div class="section">
          <Notice title={t("What this changes later is not known now.")}>
            {t(
              "The server cannot be reached, and the rules are not on this phone yet. The correction is kept and sent later; if later rounds would be dropped, you are asked first.",
            )}
          </Notice>
        </div>
      )}
    </Screen>
  );
}

interface KnownProps {
  game: Game;
  round: Schemas["RoundDetail"];
  preview: Extract<Preview, { game: Game }>;
}

function Known({ game, round, preview }: KnownProps) {
  const lines = preview.game.rounds[round.number - 1]?.lines ?? [];
  const differences = lineDifferences(round.lines, lines, (player) => nameOf(game, player));
  return (
    <>
      <section class="section">
        <h2>{t("In this round")}</h2>
        {differences.length > 0 ? (
          <Differences differences={differences} />
        ) : (
          <p>{t("Nothing changes.")}</p>
        )}
      </section>
      <Effects before={game} after={preview.game} consequences={preview.consequences} />
    </>
  );
}
