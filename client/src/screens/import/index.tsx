/** `/group/{group}/import`: games from a file, first chosen, then looked at. */

import { useId, useState } from "preact/hooks";
import { Button, ButtonLink } from "../../components/button";
import { Disclosure } from "../../components/disclosure";
import { EmptyState } from "../../components/empty_state";
import { ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { Notice } from "../../components/notice";
import { Screen } from "../../components/screen";
import { Select } from "../../components/select";
import { t, tn } from "../../i18n";
import { DOT, dayAndTimeWords } from "../../i18n/formats";
import { go, type Params } from "../../router";
import { type FileFormat, MAX_FILE, previewFile } from "../../server/imports";
import type { Job } from "../../server/jobs";
import { useAsking, WhyNot } from "../asking";
import { sizeWords, stateWords } from "../jobs/progress";
import { useJobs } from "../jobs/use_jobs";
import { mayScore } from "../roles";
import { useGroup } from "../use_group";
import { importOf, previewOf } from "./reading";
import { Template } from "./template";
import { FORMATS } from "./words";
import "./import.css";

const KINDS = ["preview", "import"];

/** What a phone offers to choose from; apps name their files in their own ways. */
const ACCEPTED =
  ".csv,.txt,.xlsx,.json,.gz,text/csv,text/plain,application/json,application/gzip," +
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export default function ImportScreen({ params: { group: id = "" } }: { params: Params }) {
  const group = useGroup(id);
  const up = { up: `/group/${id}`, upLabel: group?.name ?? t("Back") };
  if (group && !mayScore(group.my_role)) {
    return (
      <Screen title={t("Import games")} {...up}>
        <EmptyState title={t("Scorers import games")}>
          <p>{t("You are watching. An owner of the group can make you a scorer.")}</p>
          <ButtonLink href={`/group/${id}`}>{t("To the group")}</ButtonLink>
        </EmptyState>
      </Screen>
    );
  }
  return <ChooseFile group={id} {...up} />;
}

/** A file of this phone, and how it could not be read or sent. */
function ChooseFile({ group, ...up }: { group: string; up: string; upLabel: string }) {
  const [file, setFile] = useState<File | null>(null);
  const [format, setFormat] = useState<FileFormat | "">("");
  const [unreadable, setUnreadable] = useState(false);
  const asking = useAsking();
  const isTooLarge = file !== null && file.size > MAX_FILE;

  async function look(chosen: File) {
    const content = await chosen.arrayBuffer().catch(() => null); // moved or deleted since
    setUnreadable(content === null);
    if (!content) return;
    const looking = previewFile(group, new Blob([content]), format || null);
    if (await asking.ask(() => looking)) go(`/group/${group}/import/${(await looking).id}`);
  }

  return (
    <Screen
      title={t("Import games")}
      {...up}
      foot={
        <Button
          kind="main"
          busy={asking.busy}
          disabled={!file || isTooLarge}
          onClick={() => file && void look(file)}
        >
          {t("Look into the file")}
        </Button>
      }
    >
      <div class="section">
        <p>
          {t(
            "Games that were played before: from a sheet, from Board Game Stats, or from another group. You see what would come in before anything does.",
          )}
        </p>
        <FileField file={file} onFile={setFile} />
        {isTooLarge && (
          <Notice tone="no" live title={t("This file is too large.")}>
            {t("It can have {size}. Split it into several files.", { size: sizeWords(MAX_FILE) })}
          </Notice>
        )}
        {unreadable && (
          <Notice tone="no" live title={t("This file cannot be read.")}>
            {t("Choose it again.")}
          </Notice>
        )}
        <WhyNot asking={asking} />
      </div>
      <Disclosure title={t("Kind of file")} value={format ? FORMATS[format]() : t("Is recognized")}>
        <div class="section">
          <Select
            label={t("Kind of file")}
            options={[
              { value: "", label: t("Is recognized") },
              ...Object.entries(FORMATS).map(([value, words]) => ({
                value: value as FileFormat,
                label: words(),
              })),
            ]}
            value={format}
            onChange={setFormat}
          />
        </div>
      </Disclosure>
      <Template group={group} />
      <Earlier group={group} />
    </Screen>
  );
}

interface FieldProps {
  file: File | null;
  onFile: (file: File | null) => void;
}

/** The phone's own way to choose a file, with its name once it is chosen. */
function FileField({ file, onFile }: FieldProps) {
  const id = useId();
  return (
    <div class="stack import-file">
      <input
        id={id}
        type="file"
        class="visually-hidden"
        accept={ACCEPTED}
        // A file that was changed since can be chosen again: browsers tell only of another one.
        onClick={({ currentTarget }) => {
          currentTarget.value = "";
        }}
        onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
      />
      <label for={id} class="button" data-kind={file ? "ghost" : "quiet"}>
        {file ? t("Choose another file") : t("Choose a file")}
      </label>
      {file && (
        <p>
          <bdi>{file.name}</bdi> <span class="faint">{sizeWords(file.size)}</span>
        </p>
      )}
    </div>
  );
}

/** What was looked at or imported lately, by anybody: to go on with. */
function Earlier({ group }: { group: string }) {
  const { jobs } = useJobs(group, KINDS);
  if (!jobs || jobs.length === 0) return null;
  return (
    <ListSection title={t("Recent")}>
      <ul class="list" aria-label={t("Recent")}>
        {jobs.map((job) => (
          <ListRow
            key={job.id}
            title={outcomeOf(job)}
            detail={[dayAndTimeWords(job.created_at), job.created_by?.name]
              .filter(Boolean)
              .join(DOT)}
            href={`/group/${group}/import/${job.id}`}
          />
        ))}
      </ul>
    </ListSection>
  );
}

/** What has come of a job, in a few words. */
function outcomeOf(job: Job): string {
  const preview = previewOf(job);
  if (preview) return tn("{count} game looked at", "{count} games looked at", preview.games);
  const done = importOf(job);
  if (done) return tn("{count} game imported", "{count} games imported", done.imported);
  const title = job.kind === "preview" ? t("Looking into the file") : t("Import");
  return `${title}${DOT}${stateWords(job)}`;
}
