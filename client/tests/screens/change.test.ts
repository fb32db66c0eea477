import { describe, expect, it } from "vitest";
import { type GameChange, told } from "../../src/screens/history/change";
import { line } from "./games";

const head = {
  version: 7,
  at: "2026-11-22T18:00:00Z",
  phone_time: null,
  actor: "Nora",
  round: 3,
  reason: null,
};
const settings = {
  edition: "classic",
  variant: "standard",
  phases: [[{ kind: "set", size: 3 }], [{ kind: "pair_run", size: 6 }]],
  house_rules: {},
  turns_logged: false,
  players: ["n", "j"],
  first_dealer: "n",
} as const;
const part = (stints: object[]) => ({ player: "m", name: "Mia", seat: 2, stints });
const names: Record<string, string> = { n: "Nora", j: "Jonas" };
const nameOf = (player: string) => names[player] ?? "?";
const tell = (kind: string, before: unknown, after: unknown, more: object = {}) =>
  told({ ...head, kind, before, after, ...more } as GameChange, nameOf);

describe("the history in words", () => {
  it.each([
    ["game_started", null, settings, "Nora started the game."],
    ["game_imported", null, settings, "Nora imported the game from a file."],
    ["game_abandoned", {}, {}, "Nora abandoned the game."],
    ["game_ended_early", {}, {}, "Nora ended the game early."],
    ["game_resumed", {}, {}, "Nora resumed the game."],
    ["game_archived", {}, {}, "Nora archived the game."],
    ["game_unarchived", {}, {}, "Nora took the game out of the archive."],
    ["game_deleted", null, null, "Nora deleted the game."],
    ["game_restored", null, null, "Nora restored the game."],
    [
      "players_merged",
      { player: "x", name: "Johnny" },
      { player: "j", name: "Jonas" },
      "Nora merged two players: Johnny is Jonas from now on.",
    ],
    [
      "player_joined",
      null,
      part([{ first_round: 3, last_round: null, phase: "first", total: 40 }]),
      "Nora let Mia join from round 3 on, with 40 points.",
    ],
    [
      "player_joined",
      null,
      part([{ first_round: 3, last_round: null, phase: "lowest", total: 0 }]),
      "Nora let Mia join from round 3 on, with 0 points and the lowest Phase at the table.",
    ],
    [
      "player_joined",
      part([{ first_round: 1, last_round: 1, phase: null, total: null }]),
      part([
        { first_round: 1, last_round: 1, phase: null, total: null },
        { first_round: 3, last_round: null, phase: null, total: null },
      ]),
      "Nora let Mia come back from round 3 on.",
    ],
    [
      "player_joined",
      part([{ first_round: 1, last_round: 2, phase: null, total: null }]),
      part([]),
      "Nora let Mia stay after all.",
    ],
    [
      "player_left",
      part([]),
      part([{ first_round: 1, last_round: 2, phase: null, total: null }]),
      "Nora let Mia leave before round 3.",
    ],
    ["player_left", part([]), null, "Nora took Mia out of the game again."],
  ])("tells %s", (kind, before, after, text) => {
    expect(tell(kind, before, after).text).toBe(text);
  });

  it("tells what players begin with", () => {
    const begins = (phase: number, total: number) => {
      const handicaps = [{ phase, total }, null];
      return tell("game_started", null, { ...settings, handicaps }).differences;
    };
    expect([begins(3, 40), begins(2, 0), begins(1, 1), begins(1, 40)].flat()).toMatchObject([
      { what: "Nora", before: null, after: "begins at Phase 3, 40\u00a0points" },
      { after: "begins at Phase 2" },
      { after: "begins with 1\u00a0point" },
      { after: "begins with 40\u00a0points" },
    ]);
  });

  it("tells whose handicap changed", () => {
    const [before, after] = [
      [{ phase: 1, total: 50 }, null],
      [
        { phase: 2, total: 0 },
        { phase: 1, total: 1 },
      ],
    ].map((handicaps) => ({ ...settings, handicaps }));
    expect(tell("settings_changed", before, after).differences).toEqual([
      {
        what: "Handicap of Nora",
        before: "50\u00a0points",
        after: "Phase 2",
      },
      { what: "Handicap of Jonas", before: null, after: "1\u00a0point" },
    ]);
  });

  it("tells a round with its lines", () => {
    const lines = [line("n", 0), line("j", 40, { laid_down: false })];
    expect(tell("round_recorded", null, lines)).toMatchObject({
      text: "Nora recorded round 3.",
      differences: [
        { what: "Nora", before: null, after: "went out" },
        { what: "Jonas", before: null, after: "40, not laid down" },
      ],
    });
    expect(tell("round_taken_back", lines, null)).toMatchObject({
      text: "Nora took round 3 back.",
      differences: [
        { before: "went out", after: null },
        { before: "40, not laid down", after: null },
      ],
    });
  });

  it("tells only what a correction changed, and the rounds that it dropped", () => {
    const before = {
      lines: [line("n", 0), line("j", 40)],
      later: [{ round: 4, lines: [line("n", 5)] }],
    };
    const after = { lines: [line("n", 0), line("j", 45)], later: [] };
    const change = tell("round_corrected", before, after, { reason: "Counted again." });
    expect(change).toEqual({
      text: "Nora corrected round 3.",
      reason: "Counted again.",
      byFile: null,
      differences: [
        { what: "Jonas", before: "40, laid down", after: "45, laid down" },
        { what: "Round 4", before: "recorded", after: "dropped" },
      ],
    });
  });

  it("tells each setting that changed", () => {
    const after = {
      ...settings,
      variant: "fixed_rounds",
      phases: [
        [
          { kind: "color_run", size: 4 },
          { kind: "set", size: 2 },
        ],
      ],
      house_rules: { must_lay_down: true },
      players: ["j", "n"],
      first_dealer: "j",
      turns_logged: true,
    };
    expect(tell("settings_changed", settings, after).differences).toEqual([
      { what: "Variant", before: "Standard", after: "Fixed rounds" },
      { what: "Phase 1", before: "set of 3", after: "color run of 4 + set of 2" },
      { what: "Phase 2", before: "run of 3\u00a0pairs", after: null },
      { what: "Seats", before: "Nora, Jonas", after: "Jonas, Nora" },
      { what: "First dealer", before: "Nora", after: "Jonas" },
      { what: "Every turn is logged", before: "off", after: "on" },
      { what: "Whoever can lay down must", before: "off", after: "on" },
    ]);
  });

  it.each([
    ["card_eaten", 1, 2],
    ["round_corrected", null, null],
    ["toString", null, null],
  ])("names a change of an unknown kind or shape: %s", (kind, before, after) => {
    expect(tell(kind, before, after, { actor: "" })).toEqual({
      text: "Somebody changed something that this version cannot show.",
      reason: null,
      byFile: null,
      differences: [],
    });
  });

  it("names whoever entered it in an imported file, who is nobody of the group", () => {
    const told = tell("game_archived", {}, {}, { actor: "", imported: true, entered_by: "Anna" });
    expect(told).toMatchObject({ text: "Somebody archived the game.", byFile: "Anna" });
    expect(tell("game_archived", {}, {}).byFile).toBeNull();
  });

  it("keeps a name in another direction from turning its sentence around", () => {
    const text = tell("game_started", null, settings, { actor: "דנה" }).text;
    expect(text).toBe("\u2068דנה\u2069 started the game.");
  });
});
