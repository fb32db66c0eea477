/** What a screen reader hears of plays that other phones make. */

import { expect, test, vi } from "vitest";

vi.mock("../../src/store", () => ({}));

import { playsBetween } from "../../src/screens/table/words";
import type { LiveTable, Schemas } from "../../src/store";
import { game } from "./games";

const play = (id: string, recorded_by: string | null, kind: Schemas["PlayKind"] = "discard") =>
  ({ id, kind, recorded_by, player: "nora", cards: ["R7"] }) as unknown as Schemas["PlayDetail"];
const table = (side: string | null, ...plays: Schemas["PlayDetail"][]) =>
  ({ round: 1, side, plays }) as unknown as LiveTable;

test("each is told once, and the side of Flip if it changed; own ones are not", () => {
  const before = table("color", play("a", "Jonas"));
  const after = table("wild", play("a", "Jonas"), play("b", "Jonas", "flip"), play("c", null));
  expect(playsBetween(game(), before, after)).toBe("Cards turned over. Wild side");
  expect(playsBetween(game(), after, after)).toBe("");
  const discarded = table("color", play("a", "Jonas"), play("d", "Mia"));
  expect(playsBetween(game(), before, discarded)).toMatch(/discarded Red 7$/);
});
