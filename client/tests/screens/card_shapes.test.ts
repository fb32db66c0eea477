import { expect, test } from "vitest";
import { SHAPES } from "../../src/components/card_face";

test("the colours have the shapes that are printed on the cards", () => {
  expect(SHAPES).toEqual({ R: "■", Y: "◆", G: "▼", B: "●" });
});
