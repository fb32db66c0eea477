import { useState } from "preact/hooks";
import { Button, ButtonRow } from "../components/button";
import { offerFile } from "../components/offer_file";
import { t } from "../i18n";
import { readSheet, type SheetKind } from "../server/sharing";
import { type Game, groupOf } from "../store";
import { useAsking, WhyNot } from "./asking";

/** The score sheet of a game, to send or to keep: on paper, or as a picture. */
export function SheetFiles({ game }: { game: Game }) {
  const [kind, setKind] = useState<SheetKind | null>(null);
  const asking = useAsking();
  const group = groupOf(game.group).value?.name ?? "Tableside";
  const offer = (wanted: SheetKind) => {
    setKind(wanted);
    return asking.ask(async () => {
      const name = `${group} ${game.started_at.slice(0, 10)}`;
      await offerFile(await readSheet(game.id, wanted, name));
    });
  };
  const button = (wanted: SheetKind, words: string) => (
    <Button
      busy={asking.busy && kind === wanted}
      disabled={asking.busy}
      onClick={() => void offer(wanted)}
    >
      {words}
    </Button>
  );
  return (
    <>
      <WhyNot asking={asking} />
      <ButtonRow>
        {button("pdf", t("To print (PDF)"))}
        {button("png", t("As a picture"))}
      </ButtonRow>
    </>
  );
}
