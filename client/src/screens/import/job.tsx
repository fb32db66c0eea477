/** `/group/{group}/import/{job}`: what is in a file, or what has come of importing it. */

import { ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { Screen } from "../../components/screen";
import { t, tn } from "../../i18n";
import { listed } from "../../i18n/names";
import type { Params } from "../../router";
import { type Group, network, type Schemas } from "../../store";
import { JobState } from "../jobs/job_state";
import { isAtWork } from "../jobs/progress";
import { useJob } from "../jobs/use_jobs";
import { useGroup } from "../use_group";
import { PreviewForm } from "./preview_form";
import { importOf, previewOf } from "./reading";
import "./import.css";

export default function ImportJob({ params }: { params: Params }) {
  const { group: id = "", job: jobId = "" } = params;
  const group = useGroup(id);
  const { job, missing, put } = useJob(jobId);
  const preview = job && previewOf(job);
  if (job && preview && group) return <PreviewForm group={group} job={job} preview={preview} />;
  const done = job && importOf(job);
  if (done) return <Imported id={id} result={done} />;
  const again = `/group/${id}/import`;
  return (
    <Screen
      title={t("Import games")}
      up={again}
      foot={
        (missing || (job && !isAtWork(job))) && (
          <ButtonLink kind="main" href={again}>
            {t("Choose a file")}
          </ButtonLink>
        )
      }
    >
      {missing ? (
        <EmptyState title={t("This import is not there")}>
          <p>{t("It may have been deleted since. The file can be chosen once more.")}</p>
        </EmptyState>
      ) : job ? (
        <JobState job={job} group={group} title={titleOf(job)} onChange={put} />
      ) : (
        <Unknown group={group} />
      )}
      {job && isAtWork(job) && (
        <p class="section faint">{t("You can leave: it goes on, and is listed under Import.")}</p>
      )}
    </Screen>
  );
}

function Unknown({ group }: { group: Group | undefined }) {
  if (network.value) return <EmptyState title={t("Reading …")} />;
  return (
    <EmptyState title={t("This needs the network.")}>
      <p>{t("It appears once the server can be reached.")}</p>
      {group && <ButtonLink href={`/group/${group.id}`}>{t("To the group")}</ButtonLink>}
    </EmptyState>
  );
}

function titleOf({ kind }: Schemas["JobDetail"]): string {
  return kind === "preview" ? t("Looking into the file") : t("Importing");
}

/** What an import has recorded. */
function Imported({ id, result }: { id: string; result: Schemas["ImportResult"] }) {
  const { imported, known, rounds, skipped, new_players } = result;
  const lines = [
    rounds > 0 && tn("{count} round", "{count} rounds", rounds),
    known > 0 && tn("{count} game was here before", "{count} games were here before", known),
    skipped > 0 && tn("{count} game was left out", "{count} games were left out", skipped),
    new_players.length > 0 &&
      t("New players: {names}", { names: listed(new_players.map(({ name }) => name)) }),
  ].filter((line) => line !== false);
  return (
    <Screen
      title={t("Import games")}
      up={`/group/${id}/import`}
      foot={
        <ButtonLink kind="main" href={`/group/${id}`}>
          {t("To the group’s games")}
        </ButtonLink>
      }
    >
      <div class="section">
        <h2 class="import-count">
          {tn("{count} game imported", "{count} games imported", imported)}
        </h2>
        <ul class="import-warnings">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <ButtonLink href={`/group/${id}/leaderboard`}>{t("To the leaderboard")}</ButtonLink>
      </div>
    </Screen>
  );
}
