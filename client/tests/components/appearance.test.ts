import { expect, test, vi } from "vitest";
import { followSettings } from "../../src/app";
import { changeSettings } from "../../src/store";

test("the page has the theme and the size of the text that were chosen", async () => {
  const metas = ["light", "dark"].map((theme) => ({ dataset: { theme }, media: "" }));
  const style = { colorScheme: "", fontSize: "" };
  vi.stubGlobal("document", { documentElement: { style }, querySelectorAll: () => metas });
  vi.stubGlobal("navigator", { languages: ["en"] });
  const shown = async (change: Parameters<typeof changeSettings>[0]) => {
    await changeSettings(change);
    await followSettings();
    return [style.colorScheme, style.fontSize, ...metas.map(({ media }) => media)];
  };
  expect(await shown({ theme: "dark", textSize: 150 })).toEqual(["dark", "150%", "not all", "all"]);
  expect(await shown({ theme: "auto", textSize: 100 })).toEqual([
    ...["", "100%", "(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"],
  ]);
});
