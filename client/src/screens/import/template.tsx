import { useState } from "preact/hooks";
import { Button, ButtonRow } from "../../components/button";
import { offerFile } from "../../components/offer_file";
import { Segmented } from "../../components/segmented";
import { t } from "../../i18n";
import { type Layout, readTemplate } from "../../server/imports";
import { useAsking, WhyNot } from "../asking";
import { FORMATS } from "./words";

/** A sheet to fill in, for those who have only paper. */
export function Template({ group }: { group: string }) {
  const [layout, setLayout] = useState<Layout>("rounds");
  const [wanted, setWanted] = useState<"xlsx" | "csv">("xlsx");
  const asking = useAsking();
  const button = (format: "xlsx" | "csv") => (
    <Button
      kind="quiet"
      small
      busy={asking.busy && wanted === format}
      disabled={asking.busy}
      onClick={() => {
        setWanted(format);
        void asking.ask(async () => offerFile(await readTemplate(group, layout, format)));
      }}
    >
      {FORMATS[format]()}
    </Button>
  );
  return (
    <section class="section">
      <h2>{t("Only on paper so far?")}</h2>
      <p class="faint">{t("Fill in this sheet: it has a column for each player.")}</p>
      <Segmented
        legend={t("What a line is")}
        options={[
          { value: "rounds", label: t("A round") },
          { value: "games", label: t("A whole game") },
        ]}
        value={layout}
        onChange={setLayout}
      />
      <WhyNot asking={asking} />
      <ButtonRow>
        {button("xlsx")}
        {button("csv")}
      </ButtonRow>
    </section>
  );
}
