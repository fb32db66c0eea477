import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../../components/announcer";
import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import { t } from "../../i18n";
import { cancelJob, type Job } from "../../server/jobs";
import { account, type Group } from "../../store";
import { useAsking, WhyNot } from "../asking";
import { ownsGroup } from "../roles";
import { isAtWork, stateWords } from "./progress";
import "./jobs.css";

interface Props {
  job: Job;
  /** undefined until it is known. */
  group: Group | undefined;
  /** What it is, such as "Export". */
  title: string;
  /** Small print below the title. */
  detail?: ComponentChildren;
  onChange: (job: Job) => void;
  /** What can be done once it is done. */
  children?: ComponentChildren;
}

/** A job: how far it is, with a way to cancel it; why it failed; or what has come of it. */
export function JobState({ job, group, title, detail, onChange, children }: Props) {
  const asking = useAsking();
  const atWork = isAtWork(job);
  useEnd(job, title);
  const stop = () => asking.ask(async () => onChange(await cancelJob(job.id)));
  return (
    <div class="stack job">
      <div class="row job-line">
        <div>
          <strong>{title}</strong>
          {detail && <p class="faint small">{detail}</p>}
        </div>
        {atWork && mayCancel(job, group) && (
          <Button small busy={asking.busy} onClick={() => void stop()}>
            {t("Cancel")}
          </Button>
        )}
        {job.state === "done" && children}
      </div>
      {atWork && (
        <div class="row job-progress">
          <progress aria-label={title} max={1} value={job.progress ?? undefined} />
          <span class="faint small number">{stateWords(job)}</span>
        </div>
      )}
      {job.state === "cancelled" && <p class="faint small">{stateWords(job)}</p>}
      {job.problem && <Failure problem={job.problem} />}
      <WhyNot asking={asking} />
    </div>
  );
}

/** Why a job failed, in the words of the server. */
function Failure({ problem }: { problem: NonNullable<Job["problem"]> }) {
  const messages = new Set(problem.errors.map(({ message }) => message));
  messages.delete(problem.detail);
  return (
    <Notice tone="no" title={problem.detail}>
      {[...messages].map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Notice>
  );
}

/** Those who started a job may cancel it, and owners. */
function mayCancel({ created_by }: Job, group: Group | undefined): boolean {
  const me = account.value?.user?.id;
  return (me !== undefined && created_by?.id === me) || ownsGroup(group?.my_role ?? null);
}

/** Tells screen readers when a job that was at work has ended. */
function useEnd(job: Job, title: string): void {
  const before = useRef(job.state);
  useEffect(() => {
    const wasAtWork = isAtWork({ ...job, state: before.current });
    before.current = job.state;
    if (wasAtWork && !isAtWork(job)) announce(`${title}: ${stateWords(job)}`);
  }, [job.state]);
}
