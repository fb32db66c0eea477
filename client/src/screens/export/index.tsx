/** `/group/{group}/export`: all games of a group as a file. */

import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { EmptyState } from "../../components/empty_state";
import { ListSection } from "../../components/list_section";
import { offerFile } from "../../components/offer_file";
import { Screen } from "../../components/screen";
import { Segmented } from "../../components/segmented";
import { t } from "../../i18n";
import { DOT, dayAndTimeWords } from "../../i18n/formats";
import type { Params } from "../../router";
import { type ExportFormat, type Job, readJobFile, startExport } from "../../server/jobs";
import { type Group, network } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { JobState } from "../jobs/job_state";
import { sizeWords } from "../jobs/progress";
import { type Jobs, useJobs } from "../jobs/use_jobs";
import { useGroup } from "../use_group";

const KINDS = ["export"];

export default function ExportScreen({ params: { group: id = "" } }: { params: Params }) {
  const group = useGroup(id);
  const jobs = useJobs(id, KINDS);
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const asking = useAsking();
  const begin = () => asking.ask(async () => jobs.put(await startExport(id, format)));
  return (
    <Screen
      title={t("Export")}
      up={`/group/${id}`}
      upLabel={group?.name ?? t("Back")}
      foot={
        <Button kind="main" busy={asking.busy} onClick={() => void begin()}>
          {t("Make the file")}
        </Button>
      }
    >
      <div class="section">
        <p>
          {t("A file of all games of the group, as they are now. Deleted games are not in it.")}
        </p>
        <Segmented
          legend={t("Kind of file")}
          tall
          options={Object.entries(FORMATS).map(([value, words]) => ({
            value: value as ExportFormat,
            label: words.title(),
            hint: words.hint(),
          }))}
          value={format}
          onChange={setFormat}
        />
        <WhyNot asking={asking} />
      </div>
      <Exports group={group} jobs={jobs} />
    </Screen>
  );
}

/** What was exported lately, by others too, and before this screen was left. */
function Exports({ group, jobs: { jobs, put } }: { group: Group | undefined; jobs: Jobs }) {
  if (!jobs && network.value) return null;
  const button = t("Make the file");
  return (
    <ListSection title={t("Files")} hint={t("Each is kept for a week.")}>
      {!jobs ? (
        <EmptyState title={t("The files cannot be listed without the network")} />
      ) : jobs.length === 0 ? (
        <EmptyState title={t("No file yet")}>
          <p>{t("Choose a kind and tap “{button}”.", { button })}</p>
        </EmptyState>
      ) : (
        <ul class="list" aria-label={t("Files")}>
          {jobs.map((job) => (
            <li key={job.id} class="list-item">
              <Export job={job} group={group} onChange={put} />
            </li>
          ))}
        </ul>
      )}
    </ListSection>
  );
}

interface ExportProps {
  job: Job;
  group: Group | undefined;
  onChange: (job: Job) => void;
}

function Export({ job, group, onChange }: ExportProps) {
  const asking = useAsking();
  const { file, state, created_at, created_by } = job;
  const words = [dayAndTimeWords(created_at)];
  if (created_by) words.push(created_by.name);
  if (file) words.push(sizeWords(file.size));
  const fetchFile = () =>
    asking.ask(async () => {
      if (file) await offerFile(await readJobFile(file));
    });
  return (
    <>
      <JobState
        job={job}
        group={group}
        title={titleOf(job)}
        detail={words.join(DOT)}
        onChange={onChange}
      >
        {file ? (
          <Button small kind="quiet" busy={asking.busy} onClick={() => void fetchFile()}>
            {t("Save or send")}
          </Button>
        ) : (
          state === "done" && <span class="faint small">{t("Deleted after a week")}</span>
        )}
      </JobState>
      <WhyNot asking={asking} />
    </>
  );
}

/** The kind of file, which only a finished job tells. */
function titleOf({ result }: Job): string {
  const format = result?.kind === "export" && "format" in result ? result.format : null;
  return format !== null && format in FORMATS
    ? FORMATS[format as ExportFormat].title()
    : t("Export");
}

const FORMATS: Readonly<Record<ExportFormat, { title: () => string; hint: () => string }>> = {
  xlsx: {
    title: () => t("Workbook (XLSX)"),
    hint: () => t("For people: sheets of rounds, games and players."),
  },
  csv: {
    title: () => t("Table (CSV)"),
    hint: () => t("For other programs: a line for each player and round."),
  },
  json: {
    title: () => t("Archive (JSON)"),
    hint: () => t("Everything, as a backup or to move the group."),
  },
};
