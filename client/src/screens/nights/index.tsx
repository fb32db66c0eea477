/** `/group/{group}/nights`: the nights on which a group has played, the latest first. */

import { useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { List } from "../../components/list";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import type { Params } from "../../router";
import type { Schemas } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { useAnswer } from "../statistics/answers";
import { NightRow } from "../statistics/night_row";
import { nights } from "../statistics/questions";
import { Answered } from "../statistics/state";
import { useGroup } from "../use_group";

export default function NightsScreen({ params: { group: id = "" } }: { params: Params }) {
  const group = useGroup(id);
  const answer = useAnswer(nights(id), group?.event);
  return (
    <Screen title={t("Nights")} up={`/group/${id}`} upLabel={group?.name ?? t("Group")}>
      <Answered answer={answer}>
        {(page) =>
          page.results.length > 0 ? (
            <Nights key={page.as_of} group={id} first={page} />
          ) : (
            <EmptyState title={t("No night yet")}>
              <p>{t("The first one is here once a game is played to its end.")}</p>
              <ButtonLink href={`/group/${id}`}>{t("To the games")}</ButtonLink>
            </EmptyState>
          )
        }
      </Answered>
    </Screen>
  );
}

/** The first page, and the earlier ones that were asked for. */
function Nights({ group, first }: { group: string; first: Schemas["PaginatedNightLineList"] }) {
  const [earlier, setEarlier] = useState<readonly Schemas["PaginatedNightLineList"][]>([]);
  const asking = useAsking();
  const pages = [first, ...earlier];
  const next = pages.at(-1)?.next;
  const showEarlier = (address: string) =>
    asking.ask(async () => {
      const cursor = new URL(address, location.origin).searchParams.get("cursor");
      const page = await nights(group, cursor).read();
      setEarlier((shown) => [...shown, page]);
    });
  return (
    <>
      <List label={t("Nights")}>
        {pages
          .flatMap(({ results }) => results)
          .map((night) => (
            <NightRow
              key={night.date}
              night={night}
              href={`/group/${group}/nights/${night.date}`}
            />
          ))}
      </List>
      <div class="section">
        <WhyNot asking={asking} />
        {next && (
          <Button busy={asking.busy} onClick={() => void showEarlier(next)}>
            {t("Earlier nights")}
          </Button>
        )}
      </div>
    </>
  );
}
