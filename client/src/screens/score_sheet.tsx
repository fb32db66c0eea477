import { useState } from "preact/hooks";
import { Button, ButtonRow } from "../components/button";
import { offerFile } from "../components/offer_file";
import { t } from "../i18n";
import { readSheet, type SheetKind } from "../server/sharing";
import { type Game, groupOf } from "../store";
import { useAsking, WhyNot } from "./asking";

/** Read the score sheet of a game, and give it to the person. */
export async function offerSheet(game: Game, kind: SheetKind): Promise<void> {
  const group = groupOf(game.group).peek()?.name ?? "Tableside";
  const name = `${group} ${game.started_at.slice(0, 10)}`;
  await offerFile(await readSheet(game.id, kind, name));
}

/** The score sheet of a game, to send or to keep: on paper, or as a picture. */
export function SheetFiles({ game }: { game: Game }) {
  const [kind, setKind] = useState<SheetKind | null>(null);
  const asking = useAsking();
  const offer = (wanted: SheetKind) => {
    setKind(wanted);
    return asking.ask(() => offerSheet(game, wanted));
  };
  const button = (wanted: SheetKind, words: string) => (
    <Button
      busy={asking.busy && kind === wanted}
      disabled={asking.busy && kind !== wanted}
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
