/**
 * Two phones and the real server, with the real rules and IndexedDB: see `convergence.ts`. Runs with
 * the address of a server in `VITE_SERVER` (`tests/client/test_units.py`).
 */

import "fake-indexeddb/auto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { send } from "../../src/server/api";
import { newId } from "../../src/server/ids";
import type { Fold, Game, Round, Schemas } from "../../src/store/actions/actions";
import { readingOf, serverAt } from "../../src/store/sent/server";
import { foldGame } from "../../src/store/shown/fold";
import { openDatabase } from "../../src/store/stored/database";
import { answerOf, startServerRules } from "../rules/server_rules";
import { story, type Table, tell } from "./convergence";
import { Phone } from "./phone";
import { sitDown } from "./tables";

const SERVER = import.meta.env.VITE_SERVER as string | undefined;
const RUNS = Number(import.meta.env.VITE_RUNS ?? 30);
const server = serverAt(SERVER ?? "", send);

const rules = SERVER ? await startServerRules() : (null as never);

const fold: Fold = (base, actions) =>
  foldGame(base, actions, {
    ask: async (_name, request) => answerOf(rules, "game", request, "en"),
  });

async function ask<T>(token: string | null, path: string, body?: object): Promise<T> {
  const call = { ...readingOf(`/api/v1/${path}`), ...(body && { method: "POST", body }) };
  const { data, problem } = await server.send(call, { token, key: body ? newId() : null });
  if (problem) throw new Error(`${path}: ${problem.code} ${problem.detail}`);
  return data as T;
}

async function tableOf(): Promise<Table> {
  let skipped = 0;
  const clock = () => Date.now() + skipped;
  const phone = async (name: string) =>
    new Phone(name, await openDatabase(newId()), server, fold, clock);
  const [ann, ben] = [await phone("Ann"), await phone("Ben")];
  const tokenOf = ({ store }: Phone) => store.account.peek()?.token ?? null;
  const { game } = await sitDown([ann, ben], async () => {
    const group = ann.store.groups.value[0]?.id;
    const body = { role: "scorer" };
    const { code } = await ask<{ code: string }>(tokenOf(ann), `groups/${group}/invites/`, body);
    await ask(tokenOf(ben), "join/", { code });
  });
  const pageOf = (path: string) =>
    ask<{ next: string | null; results: Schemas["GameChange"][] }>(tokenOf(ann), path);
  return {
    game,
    phones: [ann, ben],
    current: () => ask<Game>(tokenOf(ann), `games/${game}/`),
    async changes() {
      const { results } = await pageOf(`games/${game}/changes/?limit=100`);
      return replayed(results.reverse());
    },
    wait: () => {
      skipped += 120_000;
    },
    forget: () => {}, // only time makes a server forget
    results: (players, value, kind) =>
      players.map((player, index) => {
        if (index === 0) return { player, went_out: true };
        const points = index === 1 ? value * 5 + (kind === "impossible" ? 1 : 0) : 5;
        return { player, points, laid_down: points < 50 };
      }),
    valueOf: (lines) => Math.floor((lines[1]?.points ?? 0) / 5),
    canEnd: false, // ten rounds end the game
  };
}

type Lines = Pick<Round, "lines">;
type History = { kind: string; round: number | null; before: unknown; after: unknown };

/** The rounds before and after each change of a history. */
function replayed(history: readonly History[]) {
  let rounds: Lines[] = [];
  return history.flatMap((change) => {
    const before = rounds;
    if (change.kind === "round_recorded") {
      rounds = [...rounds, { lines: change.after as Round["lines"] }];
    } else if (change.kind === "round_taken_back") {
      rounds = rounds.slice(0, -1);
    } else if (change.kind === "round_corrected") {
      const { lines } = change.after as Lines;
      const dropped = (change.before as { later: unknown[] }).later.length;
      rounds = rounds
        .slice(0, rounds.length - dropped)
        .map((round, index) => (index + 1 === change.round ? { lines } : round));
    }
    if (rounds === before) return [];
    const kinds = { round_taken_back: "taken back", round_corrected: "corrected" } as const;
    const kind = change.kind in kinds ? kinds[change.kind as keyof typeof kinds] : "other";
    return [{ kind, before: before as Round[], after: rounds as Round[] } as const];
  });
}

test.runIf(SERVER)(
  "two phones and the real server end with the same game",
  { timeout: 900_000 },
  async () => {
    const ends = fc.asyncProperty(story, async (told) => tell(await tableOf(), told));
    await fc.assert(ends, { numRuns: RUNS, endOnFailure: RUNS < 100 });
    expect(RUNS).toBeGreaterThan(0);
  },
);
