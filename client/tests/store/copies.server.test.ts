/**
 * What the phone copies of the server's doings is what the real server does (decision 26): plays on the
 * live table, and what actions do to a group. Runs with the address of a server in `VITE_SERVER`
 * (`tests/client/test_units.py`).
 */

import { beforeAll, describe, expect, test } from "vitest";
import { newId, send } from "../../src/server/api";
import type {
  Action,
  Game,
  Group,
  LiveTable,
  Play,
  Schemas,
} from "../../src/store/actions/actions";
import { callOf } from "../../src/store/actions/calls";
import { GAME, GROUP, readingOf, serverAt, TABLE } from "../../src/store/sent/server";
import { newGroup } from "../../src/store/shown/creating";
import { groupAfter } from "../../src/store/shown/effects";
import { emptyTable, tableAfter } from "../../src/store/shown/live_table";

const SERVER = import.meta.env.VITE_SERVER as string | undefined;

const server = serverAt(SERVER ?? "", send);
let token: string | null = null;
let me: { id: string; name: string };

async function read<Answer>(path: string): Promise<Answer> {
  const { data, problem } = await server.send(readingOf(path), { token, key: null });
  expect(problem).toBeNull();
  return data as Answer;
}

async function done(action: Action, base: Game | null = null): Promise<unknown> {
  const answer = await server.send(callOf(action, base, null), { token, key: newId() });
  expect(answer.problem, JSON.stringify(action)).toBeNull();
  return answer.data;
}

async function post<Answer>(path: string, body: object, as = token): Promise<Answer> {
  const call = { ...readingOf(path), method: "POST", body };
  const { data, problem } = await server.send(call, { token: as, key: newId() });
  expect(problem).toBeNull();
  return data as Answer;
}

const guest = (name: string) =>
  post<Schemas["DeviceLogin"]>("/api/v1/auth/guests/", { name }, null);

beforeAll(async () => {
  if (!SERVER) return;
  const { user, ...login } = await guest("Ann");
  token = login.token;
  me = { id: user.id, name: user.name };
});

const by = (player: string) => ({ round: 1, id: newId(), player });

/** Two sets of three to lay down, and the id of the first. */
function twoSets() {
  const group_ids = [newId(), newId()];
  const groups = [
    ["R3", "B3", "G3"],
    ["R5", "B5", "Y5"],
  ];
  return { threes: group_ids[0] ?? "", sets: { groups, group_ids } };
}

async function begin(edition: Schemas["EditionName"], phase: number, turns_logged = false) {
  const [ann, ben] = [
    { id: newId(), name: "Ann" },
    { id: newId(), name: "Ben" },
  ];
  const seats = [{ id: ann.id }, { id: ben.id }];
  const phases = [{ number: phase }];
  const game = { id: newId(), edition, phases, players: seats, turns_logged };
  const group = newId();
  const body = { id: group, name: "Table", players: [ann, ben], game };
  const creating: Action = { kind: "createGroup", group, body };
  await done(creating);
  return { group, creating, body, game: await read<Game>(GAME(game.id)), ann: ann.id, ben: ben.id };
}

/** A table without what only the server can know. */
function told({ event: _event, plays, ...rest }: LiveTable) {
  return {
    ...rest,
    plays: plays.map(({ recorded_by: _by, recorded_at: _at, phone_time: _time, ...play }) => play),
  };
}

const SIDES = ["color", "wild"];

type Deed = Extract<Action, { kind: "play" | "takeBackPlay" }>;

/** A table on which each deed is done here and at the server: it must lie in the same way then. */
async function tableOf(begun: Game) {
  const { id: game } = begun;
  let table = await read<LiveTable>(TABLE(game));
  const empty = emptyTable(begun, begun.edition === "flip" ? SIDES : []);
  expect(empty && told(empty)).toEqual(told(table));
  const after = (action: Deed) => tableAfter(table, [{ action, at: "" }], SIDES);

  /** What the referee says of groups is in the action: here, it is what the server says. */
  async function play(made: Play): Promise<void> {
    const action = { kind: "play" as const, game, play: made, after: [], before: [] };
    const there = (await done(action)) as LiveTable;
    expect(told(after({ ...action, after: there.groups })), made.kind).toEqual(told(there));
    table = there;
  }

  async function takeBack(): Promise<void> {
    const last = table.plays.at(-1);
    if (!last) throw new Error("Nothing was played.");
    const action = { kind: "takeBackPlay" as const, game, round: 1, id: last.id, before: [] };
    const there = (await done(action)) as LiveTable;
    const before = there.groups.filter(({ id }) => id === last.group);
    // What lay on the pile before, only the server remembers.
    const { top_discard: _top, ...expected } = told(there);
    expect(told(after({ ...action, before })), last.kind).toMatchObject(expected);
    table = there;
  }

  return { play, takeBack, plays: () => table.plays.length };
}

/** Without the order of players, which the server says; it tells those who have left only if asked. */
function known({ event: _event, players, ...rest }: Group) {
  const here = players.filter(({ has_left }) => !has_left);
  return { ...rest, players: new Map(here.map((player) => [player.id, player])) };
}

describe.runIf(SERVER)("the phone's copies", () => {
  test("a table lies as the server lays it, play by play", async () => {
    const { game, ann, ben } = await begin("classic", 1);
    const { play, takeBack, plays } = await tableOf(game);
    const { threes, sets } = twoSets();
    await play({ kind: "note", body: { round: 1, id: newId(), text: "Ben deals." } });
    await play({ kind: "draw", body: by(ann) });
    await play({ kind: "lay_down", body: { ...by(ann), ...sets } });
    await play({ kind: "hit", body: { ...by(ann), group: threes, cards: ["Y3"] } });
    await play({ kind: "discard", body: { ...by(ann), card: "R1" } });
    await play({ kind: "draw", body: by(ben) });
    await play({ kind: "discard", body: { ...by(ben), card: "S", skips: ann } });
    while (plays() > 0) await takeBack();
  });

  test("turns pass as they do at the server", async () => {
    const { game, ann, ben } = await begin("classic", 1, true);
    const { play, takeBack, plays } = await tableOf(game);
    const { threes, sets } = twoSets();
    const first = game.next_round?.starter === ann ? ann : ben;
    const second = first === ann ? ben : ann;
    const overrule = "It was drawn.";
    await play({ kind: "draw", body: { ...by(first), pile: "draw_pile" } });
    await play({ kind: "discard", body: { ...by(first), card: "R1" } });
    await play({ kind: "draw", body: by(second) });
    await play({ kind: "lay_down", body: { ...by(second), ...sets } });
    await play({ kind: "discard", body: { ...by(second), card: "S", skips: first } });
    await play({ kind: "hit", body: { ...by(second), group: threes, cards: ["Y3"], overrule } });
    await play({ kind: "discard", body: { ...by(second), card: "R9" } });
    await play({ kind: "draw", body: { ...by(second), pile: "draw_pile", overrule } });
    await play({ kind: "draw", body: { ...by(first), pile: "draw_pile" } });
    await play({ kind: "discard", body: { ...by(first), card: "R2" } });
    await play({ kind: "discard", body: { ...by(second), goes_out: true, overrule } });
    while (plays() > 0) await takeBack();
  });

  test("cards turn over as they do at the server", async () => {
    const { play, takeBack } = await tableOf((await begin("flip", 1)).game);
    for (let time = 0; time < 2; time += 1) {
      await play({ kind: "flip", body: { round: 1, id: newId() } });
    }
    await takeBack();
  });

  test("a group is as the server has it, action by action", async () => {
    const { group: id, ann, ben, creating, body } = await begin("classic", 1);
    const made = await read<Group>(GROUP(id));
    const phoneMade = groupAfter(newGroup(body, me, made.created_at), [creating], me);
    // Which id and time the first member has, the server says.
    const first = ({ members, ...rest }: Group) =>
      members.map(({ id: _id, joined_at: _at, ...member }) => ({
        member,
        ...known(rest as Group),
      }));
    expect(phoneMade && first(phoneMade)).toEqual(first(made));

    const other = await guest("Eve");
    const { code } = await post<{ code: string }>(`${GROUP(id)}invites/`, { role: "viewer" });
    await post("/api/v1/join/", { code }, other.token);
    let group = await read<Group>(GROUP(id));
    const member = group.members.find(({ is_me }) => !is_me)?.id ?? "";
    const cleo = newId();
    const actions: Action[] = [
      { kind: "addPlayer", group: id, player: cleo, name: "Cleo" },
      { kind: "changePlayer", group: id, player: cleo, change: { name: "Cléo" } },
      { kind: "changePlayer", group: id, player: ben, change: { has_left: true } },
      { kind: "changeGroup", group: id, change: { name: "Kitchen", time_zone: "Europe/Berlin" } },
      { kind: "deletePlayer", group: id, player: cleo },
      {
        kind: "startGame",
        group: id,
        game: newId(),
        body: {
          id: newId(),
          edition: "classic",
          players: [{ id: ann }, { id: newId(), name: "Dora" }],
        },
      },
      { kind: "changeRole", group: id, member, role: "scorer" },
      { kind: "handOver", group: id, member },
    ];
    for (const action of actions) {
      await done(action);
      const next = await read<Group>(GROUP(id));
      const shown = groupAfter(group, [action], me);
      expect(shown && known(shown), action.kind).toEqual(known(next));
      group = next;
    }
  });
});
