import { ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { ListSection } from "../../components/list_section";
import { Screen } from "../../components/screen";
import { t } from "../../i18n";
import type { Params } from "../../router";
import { useAnswer } from "../statistics/answers";
import { records } from "../statistics/questions";
import { RecordRows } from "../statistics/record_rows";
import { Answered } from "../statistics/state";
import { useGroup } from "../use_group";
import { BadgeTable } from "./badge_table";

/** The records of a group, and the badges that its players have earned. */
export default function RecordsScreen({ params: { group: id = "" } }: { params: Params }) {
  const group = useGroup(id);
  const answer = useAnswer(records(id), group?.event);
  return (
    <Screen title={t("Records")} up={`/group/${id}/leaderboard`} upLabel={t("Leaderboard")}>
      <Answered answer={answer}>
        {({ records = [], badges }) => (
          <>
            {records.length > 0 ? (
              <ListSection title={t("Records of all time")}>
                <RecordRows records={records} />
              </ListSection>
            ) : (
              <EmptyState title={t("No record yet")}>
                <p>{t("The first game that is played to its end sets some.")}</p>
                <ButtonLink href={`/group/${id}`}>{t("To the games")}</ButtonLink>
              </EmptyState>
            )}
            {badges && <BadgeTable badges={badges} />}
          </>
        )}
      </Answered>
    </Screen>
  );
}
