import { effect } from "@preact/signals";
import { Unreachable } from "../../server/problems";
import { account } from "../../store";

const WITHIN = 15_000; // milliseconds

/** Wait until the server knows who this is: a guest who began offline is created first. */
export function withToken(): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new Unreachable("no token yet"));
    }, WITHIN);
    const stop = effect(() => {
      if (!account.value?.token) return;
      clearTimeout(timer);
      queueMicrotask(() => stop()); // not here: the first run comes before there is a `stop`
      resolve();
    });
  });
}
