/** What people tell the phone to do: each command becomes an action, and resolves once that is stored. */

import type { Signal } from "@preact/signals";
import type { accountOn } from "./account";
import type { Acting, Stored } from "./acting";
import type { Action, Decision, Play, Schemas, TableGroup } from "./actions/actions";
import type { Settlement } from "./actions/troubles";
import { newGame, newGroup } from "./shown/creating";
import type { shownIn, Trouble } from "./shown/views";
import { type LocalRows, putFact } from "./stored/local_rows";

/** Who plays a new game: those of the group, and new ones. */
export interface NewPlayer {
  id: string;
  name: string;
  me?: boolean;
}

export interface StartInput {
  group?: string;
  groupName?: string;
  newPlayers: readonly NewPlayer[];
  body: Schemas["StartGameRequest"];
}

export interface CommandSurroundings {
  local: LocalRows;
  acting: Acting;
  account: ReturnType<typeof accountOn>["account"];
  shown: ReturnType<typeof shownIn>;
  draftOf: (game: string) => Signal<Schemas["DraftState"] | null>;
  /** The Phases of a game to be started, in words; empty if nobody can tell. */
  phasesOf: (body: Schemas["StartGameRequest"]) => Promise<Schemas["NumberedPhase"][]>;
  newId: () => string;
  now: () => number;
  timeZone: () => string | null;
  /** Ask the browser not to throw away what is stored. */
  persist: () => Promise<void>;
}

export function commandsOn(around: CommandSurroundings) {
  const { local, account, draftOf } = around;
  const { act, settle } = around.acting;
  const { gameOf, games, groupOf, groups, tableOf } = around.shown;

  async function startGame({ group, groupName, newPlayers, body }: StartInput): Promise<string> {
    const id = body.id ?? around.newId();
    const stamp = new Date(around.now()).toISOString();
    const names = new Map(newPlayers.map((player) => [player.id, player.name]));
    const me = account.peek()?.user ?? { id: "", name: account.peek()?.name ?? "" };
    const phases = await around.phasesOf(body).catch(() => []);
    if (group !== undefined) {
      for (const { id, name } of groupOf(group).peek()?.players ?? []) names.set(id, name);
      const players = body.players.map(
        (seat) => newPlayers.find(({ id }) => id === idOf(seat)) ?? seat,
      );
      const started = { ...body, id, players };
      const game = newGame(started, group, names, phases, stamp);
      await act({ kind: "startGame", group, game: id, body: started }, async (rows) => {
        await rows.put("games", { id, base: game, shown: game, unchecked: [], gone: false });
      });
      return id;
    }
    const created = {
      id: around.newId(),
      name: groupName ?? [...names.values()].join(", ").slice(0, 80),
      players: [...newPlayers],
      game: { ...body, id, players: body.players.map((seat) => ({ id: idOf(seat) })) },
      ...timeZoneOf(around.timeZone()),
    };
    const game = newGame(created.game, created.id, names, phases, stamp);
    const base = newGroup(created, me, stamp);
    await act({ kind: "createGroup", group: created.id, body: created }, async (rows) => {
      await rows.put("groups", { id: created.id, base, gone: false });
      await rows.put("games", { id, base: game, shown: game, unchecked: [], gone: false });
    });
    return id;
  }

  async function recordRound(
    game: string,
    body: Omit<Schemas["RecordRoundRequest"], "id" | "recorded_at">,
  ): Promise<Stored> {
    const stored = await act({ kind: "recordRound", game, body: { ...body, id: around.newId() } });
    if (!stored.problem && !local.fact("persistent")) {
      await local.write((rows) => putFact(rows, "persistent", true));
      void around.persist();
    }
    return stored;
  }

  /** `confirmed` are the consequences that the person has seen (`previewCorrection`). */
  function correctRound(
    game: string,
    number: number,
    body: Omit<Schemas["CorrectRoundRequest"], "confirm">,
    confirmed: Schemas["RoundConsequence"][] = [],
  ): Promise<Stored> {
    return act({ kind: "correctRound", game, number, body, confirmed });
  }

  function addToGame(game: string, body: Schemas["JoinGameRequest"]): Promise<Stored> {
    const shown = gameOf(game).peek()?.game;
    const { player } = body;
    const known =
      shown &&
      groupOf(shown.group)
        .peek()
        ?.players.find(({ id }) => id === idOf(player));
    const name = (typeof player === "object" && player.name) || known?.name || "";
    const round = body.round ?? shown?.next_round?.number;
    const asked = { ...body, player: typeof player === "object" ? { ...player } : { id: player } };
    if (asked.player.name && !asked.player.id) asked.player.id = around.newId();
    return act({ kind: "addToGame", game, name, body: round ? { ...asked, round } : asked });
  }

  function leaveGame(game: string, player: string, round?: number): Promise<Stored> {
    const next = round ?? gameOf(game).peek()?.game.next_round?.number ?? 1;
    return act({ kind: "leaveGame", game, player, round: next });
  }

  /** `after` are the groups that a play lays or changes, as the referee sees them then. */
  function play(game: string, play: Play, after: TableGroup[] = []): Promise<Stored> {
    const groups = tableOf(game).peek()?.groups ?? [];
    const before = groups.filter(({ id }) => after.some((group) => group.id === id));
    return act({ kind: "play", game, play, after, before });
  }

  async function addPlayer(group: string, name: string): Promise<string> {
    const player = around.newId();
    await act({ kind: "addPlayer", group, player, name });
    return player;
  }

  /** The group of a player that this phone knows. */
  function groupOfPlayer(player: string): string {
    const group = groups.peek().find(({ players }) => players.some(({ id }) => id === player));
    const game = games.peek().find((each) => each.game.players.some(({ id }) => id === player));
    const id = group?.id ?? game?.game.group;
    if (id === undefined) throw new Error(`This phone does not know the player ${player}.`);
    return id;
  }

  return {
    startGame,
    recordRound,
    correctRound,
    takeBackRound: (game: string, number: number) => act({ kind: "takeBackRound", game, number }),
    decide: (game: string, decision: Decision) => act({ kind: "decide", game, decision }),
    changeGame: (game: string, change: Schemas["GameSettingsRequest"]) =>
      act({ kind: "changeGame", game, change }),
    addToGame,
    leaveGame,
    enterLine: (game: string, player: string, body: Schemas["DraftLineRequest"]) =>
      act({ kind: "enterLine", game, player, body }),
    startDraft: (game: string, round: number) => act({ kind: "startDraft", game, round }),
    discardDraft: (game: string) =>
      act({ kind: "discardDraft", game, version: draftOf(game).peek()?.draft?.version ?? 0 }),
    play,
    takeBackPlay: (game: string, { id, round }: { id: string; round: number }) =>
      act({ kind: "takeBackPlay", game, round, id, before: [] }),
    addPlayer,
    changePlayer: (player: string, change: Schemas["PlayerChangeRequest"]) =>
      act({ kind: "changePlayer", group: groupOfPlayer(player), player, change }),
    deletePlayer: (player: string) =>
      act({ kind: "deletePlayer", group: groupOfPlayer(player), player }),
    mergePlayers: (player: string, into: string) =>
      act({ kind: "mergePlayers", group: groupOfPlayer(player), player, into }),
    changeGroup: (group: string, change: Schemas["GroupChangeRequest"]) =>
      act({ kind: "changeGroup", group, change }),
    changeRole: (group: string, member: string, role: Schemas["MemberRole"]) =>
      act({ kind: "changeRole", group, member, role }),
    removeMember: (group: string, member: string) => act({ kind: "removeMember", group, member }),
    handOver: (group: string, member: string) => act({ kind: "handOver", group, member }),
    deleteGroup: (group: string) => act({ kind: "deleteGroup", group }),
    changeMe: (change: Extract<Action, { kind: "changeMe" }>["change"]) =>
      act({ kind: "changeMe", change }),
    settle: (trouble: Pick<Trouble, "id">, decision: Settlement) => settle(trouble.id, decision),
  };
}

function idOf(seat: string | { id?: string }): string {
  return (typeof seat === "string" ? seat : seat.id) ?? "";
}

function timeZoneOf(time_zone: string | null): { time_zone?: string } {
  return time_zone === null ? {} : { time_zone };
}
