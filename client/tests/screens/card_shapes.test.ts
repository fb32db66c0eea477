import { expect, test } from "vitest";
import { SHAPES } from "../../src/components/card_face";

test("the colors have the shapes that are printed on the cards", () => {
  expect(SHAPES).toEqual({ R: "■", Y: "◆", G: "▼", B: "●" });
});
