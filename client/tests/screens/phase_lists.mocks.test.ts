import { expect, test, vi } from "vitest";

vi.mock("../../src/store", () => ({ saveForm: async () => {} }));

import { renameList } from "../../src/screens/new_game/phase_lists";
import { fakeServer, json, problem } from "../server/fake_server";

const LIST = { id: "l1", name: "Sets", edition: "classic" as const, phases: [] };
const rename = () => renameList("g1", LIST, "More sets");

test("a saved list of Phases is renamed, or it is said why not", async () => {
  const renamed = { ...LIST, name: "More sets" };
  const others = { ...LIST, id: "l2", edition: "flip" };
  const seen = fakeServer(({ method }) => json(method === "GET" ? [renamed, others] : {}));
  expect(await rename()).toEqual({ id: "l1", lists: [renamed] });
  expect(await seen[0]?.request.json()).toEqual({ name: "More sets" });
  fakeServer(() => problem(409, "name_taken"));
  expect(await rename()).toEqual({ refusal: "name_taken" });
  fakeServer(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await rename()).toEqual({ refusal: "This needs the network." });
});
