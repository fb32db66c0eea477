import { expect, it } from "vitest";
import { type GameChange, told } from "../../src/screens/history/change";

const change = (more: Partial<GameChange>) =>
  ({ kind: "game_archived", reason: null, actor: "", ...more }) as GameChange;
const nobody = () => "?";

it("a change from a file is nobody's of the group, even if the name is the same", () => {
  const { text, byFile } = told(change({ imported: true, entered_by: "Anna" }), nobody);
  expect(text).toBe("Somebody archived the game.");
  expect(byFile).toBe("Anna");
});

it("a change that was made here is that member's", () => {
  const { text, byFile } = told(change({ actor: "Anna" }), nobody);
  expect(text).toBe("Anna archived the game.");
  expect(byFile).toBeNull();
});
