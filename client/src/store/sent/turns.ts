/** One tab sends at a time: by Web Locks, or else by a lease that is stored. */

import { pause } from "../../timing";
import { getFact, type LocalRows, putFact } from "../stored/local_rows";

const HELD_FOR = 30_000; // milliseconds: a request takes half of that at most
const ASK_EVERY = 1_000;

export type InTurn = (work: () => Promise<void>) => Promise<void>;

/** Web Locks exist in secure contexts only. */
export function byLock(locks: LockManager, name: string): InTurn {
  return async (work) => {
    await locks.request(name, work);
  };
}

/** A lease; the holder renews it while it works, and one that has died loses it. */
export function byLease(local: Pick<LocalRows, "write">, holder: string): InTurn {
  const take = () =>
    local.write(async (rows) => {
      const lease = await getFact(rows, "lease");
      const left = lease ? lease.until - Date.now() : 0;
      // One that is too long was made by a clock that has been put back since.
      if (lease && lease.holder !== holder && left > 0 && left <= HELD_FOR) return false;
      await putFact(rows, "lease", { holder, until: Date.now() + HELD_FOR });
      return true;
    });
  const leave = () =>
    local.write(async (rows) => {
      const lease = await getFact(rows, "lease");
      if (lease?.holder === holder) await rows.remove("facts", "lease");
    });
  return async (work) => {
    while (!(await take())) await pause(ASK_EVERY);
    let working = true;
    const renewed = (async () => {
      while (working) {
        await pause(HELD_FOR / 3);
        if (working) await take();
      }
    })();
    renewed.catch(() => {}); // the work itself will find that nothing can be stored
    try {
      await work();
    } finally {
      working = false;
      await leave();
    }
  };
}
