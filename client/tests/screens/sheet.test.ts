import { describe, expect, it } from "vitest";
import { movesOf, sheetOf } from "../../src/screens/rounds/sheet";
import { game, line, player, round } from "./games";

describe("the sheet", () => {
  it("has a column for each player by seat, whatever their place", () => {
    const { columns } = sheetOf(
      game({ players: [player("jonas", 1, { total: 5 }), player("nora", 0, { total: 90 })] }),
    );
    expect(columns.map(({ name, total }) => [name, total])).toEqual([
      ["Nora", 90],
      ["Jonas", 5],
    ]);
  });

  it("has a row for each round, with a cell under each player", () => {
    const { rows } = sheetOf(
      game({ rounds: [round(1, [line("jonas", 40, { laid_down: false }), line("nora", 0)])] }),
    );
    const [nora, jonas] = rows[0]?.cells ?? [];
    expect(nora).toMatchObject({ points: 0, phase: 1, laid_down: true, went_out: true, total: 0 });
    expect(jonas).toMatchObject({
      points: 40,
      phase: 1,
      laid_down: false,
      went_out: false,
      total: 40,
    });
    expect(rows[0]).toMatchObject({ number: 1, dealer: "jonas", checked: true, overrule: null });
  });

  it("leaves the cells of those empty who did not play a round", () => {
    const tied = round(9, [line("jonas", 0)], { tie_break: true, overrule: "Counted twice." });
    const [row] = sheetOf(game({ rounds: [tied] })).rows;
    expect(row?.cells[0]).toBeNull();
    expect(row).toMatchObject({ tie_break: true, overrule: "Counted twice." });
  });

  it("ends with the rounds that nobody has checked, as far as they are known", () => {
    const known = game({ rounds: [round(1, [line("nora", 0), line("jonas", 25)])] });
    const waiting = {
      id: "waits",
      number: 2,
      results: [
        { player: "jonas", cards: ["R7", "W"] },
        { player: "nora", points: 0, went_out: true },
      ],
    };
    const { rows } = sheetOf(known, [{ ...waiting, number: 1 }, waiting]);
    expect(rows.map(({ number, checked }) => [number, checked])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(rows[1]?.cells).toEqual([
      { points: 0, phase: null, laid_down: null, went_out: true, total: null },
      { points: null, phase: null, laid_down: null, went_out: false, total: null },
    ]);
  });
});

describe("who came and went", () => {
  it("tells late joiners, leavers and those who came back, in order", () => {
    const late = [{ first_round: 3, last_round: null, phase: "lowest", total: 40 } as const];
    const away = [
      { first_round: 1, last_round: 1, phase: null, total: null },
      { first_round: 4, last_round: null, phase: null, total: null },
    ];
    const players = [player("mia", 2, { stints: late }), player("nora", 0, { stints: away })];
    expect(movesOf(game({ players: [...players, player("jonas", 1)] }))).toEqual([
      { kind: "left", name: "Nora", round: 2 },
      { kind: "joined", name: "Mia", round: 3, phase: "lowest", total: 40 },
      { kind: "came_back", name: "Nora", round: 4 },
    ]);
  });

  it("says who began with a handicap", () => {
    const handicap = { phase: 4, total: 20 };
    const players = [player("nora", 0), player("mia", 1, { handicap })];
    expect(movesOf(game({ players }))).toEqual([
      { kind: "began", name: "Mia", round: 1, handicap },
    ]);
  });
});
