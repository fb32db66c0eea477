import { expect, test, vi } from "vitest";
import { told } from "../../src/components/told";
import { current } from "../../src/router";
import { withUndo } from "../../src/screens/with_undo";
import type { Problem } from "../../src/store";

test("what was refused is told by its reason", async () => {
  const path = "/g/1/menu";
  vi.stubGlobal("location", { pathname: path });
  current.value = { Screen: () => null, params: {}, path };
  const problem: Problem = {
    type: "",
    title: "Bad Request",
    status: 400,
    code: "invalid_request",
    detail: "The request is not valid. See the errors.",
    errors: [{ field: "variant", code: "fixed_rounds", message: "Only points can be given." }],
  };
  expect(await withUndo(Promise.resolve({ problem }), "Changed")).toBe(false);
  expect(told.value?.text).toBe("Only points can be given.");
  await withUndo(Promise.resolve({ problem: { ...problem, errors: [] } }), "Changed");
  expect(told.value?.text).toBe(problem.detail);
});
