/** Jobs on the server, asked about as long as they are at work. */

import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { Refused, Unreachable } from "../../server/api";
import { type Job, readJob, readJobs } from "../../server/jobs";
import { network } from "../../store";
import { isAtWork, withJob, withList } from "./progress";

const PAUSE_MS = 1_000;
const RETRY_MS = 5_000;

export interface Jobs {
  /** null until they are known. */
  jobs: readonly Job[] | null;
  /** Show what was just heard of a job. */
  put: (job: Job) => void;
}

/** The latest jobs of a group of some kinds, the newest first. */
export function useJobs(group: string, kinds: readonly string[]): Jobs {
  const [jobs, setJobs] = useState<readonly Job[] | null>(null);
  const put = (job: Job) => setJobs((known) => withJob(known ?? [], job));
  useAgain(
    async () => {
      const found = await readJobs(group);
      const wanted = found.filter(({ kind }) => kinds.includes(kind));
      // A job that was begun while the list was on its way is not in it.
      setJobs((known) => withList(known, group, wanted));
    },
    [group, network.value],
    0,
  );
  const working = (jobs ?? []).filter(isAtWork);
  useAgain(async () => {
    const heard = await Promise.all(working.map(({ id }) => readJob(id)));
    if (heard.length > 0) setJobs((known) => heard.reduce<readonly Job[]>(withJob, known ?? []));
  }, [jobs, network.value]);
  return { jobs, put };
}

/** One job; `missing` if the server does not know it. */
export function useJob(id: string): { job: Job | null; missing: boolean; put: Jobs["put"] } {
  const [job, put] = useState<Job | null>(null);
  const [missing, setMissing] = useState(false);
  const isKnown = job?.id === id;
  useAgain(
    async () => {
      if (isKnown && !isAtWork(job)) return;
      try {
        put(await readJob(id));
      } catch (error) {
        if (!(error instanceof Refused && error.problem.status === 404)) throw error;
        setMissing(true);
      }
    },
    [id, job, network.value],
    isKnown ? PAUSE_MS : 0,
  );
  return { job: isKnown ? job : null, missing, put };
}

/** Do something after a pause, whenever one of the values is another; once more if it fails. */
function useAgain(work: () => Promise<void>, values: readonly unknown[], pause = PAUSE_MS): void {
  const failed = useRef(false);
  const [failures, again] = useReducer((failures: number) => failures + 1, 0);
  useEffect(() => {
    const timer = setTimeout(
      async () => {
        try {
          await work();
          failed.current = false;
        } catch (error) {
          if (!(error instanceof Unreachable || error instanceof Refused)) throw error;
          failed.current = true;
          again(undefined);
        }
      },
      failed.current ? RETRY_MS : pause,
    );
    return () => clearTimeout(timer);
  }, [...values, failures]);
}
