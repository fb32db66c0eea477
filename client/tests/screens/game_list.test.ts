import { describe, expect, it } from "vitest";
import { listsOf, sharedGames } from "../../src/screens/group/game_list";
import type { GameView, Schemas } from "../../src/store";
import { type Game, game, player } from "./games";

type Seated = Schemas["SeatedPlayer"];
type Summary = Schemas["GameSummary"];

const view = (more: Partial<Game>, unchecked: GameView["unchecked"] = []) =>
  ({ game: game(more), waiting: 0, unchecked }) as unknown as GameView;

const summary = (more: Partial<Summary>) => {
  const players = [player("jonas", 1, { total: 205, rank: 2 }), player("nora", 0, { total: 90 })];
  return {
    ...{ id: "summary", status: "over", archived: false, rounds: 12, winners: ["nora"], players },
    ...{ started_at: "2026-11-01T18:00:00Z", changed_at: "2026-11-01T20:00:00Z", phone_time: null },
    ...more,
  } as Summary;
};

describe("the games of a group", () => {
  it("are current, over or archived, the newest first", () => {
    const { current, over, archived } = listsOf(
      "group",
      [view({ id: "now" }), view({ id: "elsewhere", group: "other" })],
      [
        summary({ id: "old" }),
        summary({ id: "older", phone_time: "2026-10-01T18:00:00Z" }),
        summary({ id: "abandoned", status: "abandoned", started_at: "2026-11-02T18:00:00Z" }),
        summary({ id: "put away", archived: true, status: "playing" }),
      ],
    );
    const ids = [current, over, archived].map((games) => games.map(({ id }) => id));
    expect(ids).toEqual([["now"], ["abandoned", "old", "older"], ["put away"]]);
  });

  it("are shown as the list has them if the phone knows them as they were before", () => {
    const listed = summary({ id: "same", changed_at: "2026-11-23T18:00:00Z" });
    expect(listsOf("group", [view({ id: "same" })], [listed]).over).toHaveLength(1);
    const own = { ...view({ id: "same" }), waiting: 1 };
    expect(listsOf("group", [own], [listed]).current).toHaveLength(1);
  });

  it("are shown as the phone knows them if that is newer than the list", () => {
    const players = [player("nora", 0, { rank: 2 }), player("jonas", 1, { rank: 1, total: 15 })];
    const unchecked = [{ id: "round", number: 1, results: [] }];
    const { current, over } = listsOf(
      "group",
      [view({ id: "same", players }, unchecked)],
      [summary({ id: "same" })],
    );
    expect(over).toEqual([]);
    expect(current[0]).toMatchObject({ rounds: 1, players: [{ name: "Jonas" }, { name: "Nora" }] });
  });

  it("have their players by place, even where fewer points lost", () => {
    const [first, second] = summary({}).players as [Seated, Seated];
    const players = [first, { ...second, total: 300 }];
    const [listed] = listsOf("group", [], [summary({ players })]).over;
    expect(listed?.players.map(({ name }) => name)).toEqual(["Nora", "Jonas"]);
  });

  it("tell in which ones two players sat together", () => {
    const { over } = listsOf("group", [], [summary({ id: "both" }), summary({ id: "one" })]);
    const alone = over.map((listed, index) =>
      index ? { ...listed, players: listed.players.slice(0, 1) } : listed,
    );
    expect(sharedGames(alone, "nora", "jonas")).toHaveLength(1);
  });
});
