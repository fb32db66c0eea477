/** What people tell the phone to do: each command becomes an action, and resolves once that is stored. */

import type { accountOn } from "./account";
import type { Acting, Stored } from "./acting";
import type { Action, Decision, Play, Schemas, TableGroup } from "./actions/actions";
import type { Settlement } from "./actions/troubles";
import type { Shared } from "./sent/surroundings";
import { newGame, newGroup } from "./shown/creating";
import { type Named, withFaces } from "./shown/faces";
import type { shownIn, Trouble } from "./shown/views";
import { putFact } from "./stored/local_rows";
import { cleanName } from "./typed/names";

/** Who plays a new game: those of the group, and new ones. */
export interface NewPlayer {
  id: string;
  name: string;
  me?: boolean;
}

/** A game in a group; without one, in a new group, called after its players by default. */
export interface StartInput {
  group?: string;
  groupName?: string;
  newPlayers: readonly NewPlayer[];
  body: Schemas["StartGameRequest"];
}

interface Parts {
  acting: Acting;
  account: ReturnType<typeof accountOn>["account"];
  shown: ReturnType<typeof shownIn>;
}

/** Each command stands alone: whoever takes one out of here can call it. */
export function commandsOn(shared: Shared, { acting, account, shown }: Parts) {
  const { local, phasesOf, newId, now, timeZone, persist } = shared;
  const act = (action: Action) => acting.act(action);

  /** The group of a player that this phone knows. */
  function groupOfPlayer(player: string): string {
    const isThere = ({ players }: { players: readonly { id: string }[] }) =>
      players.some(({ id }) => id === player);
    const id =
      shown.groups.peek().find(isThere)?.id ??
      shown.games.peek().find(({ game }) => isThere(game))?.game.group;
    if (id === undefined) throw new Error(`This phone does not know the player ${player}.`);
    return id;
  }

  return {
    async startGame({ group, groupName, newPlayers, body }: StartInput): Promise<string> {
      const id = body.id ?? newId();
      const stamp = new Date(now()).toISOString();
      const there = group === undefined ? [] : (shown.groupOf(group).peek()?.players ?? []);
      const people = new Map<string, Named>(
        [...there, ...withFaces(newPlayers, there)].map((player) => [player.id, player]),
      );
      const phases = await phasesOf(body).catch(() => []);
      if (group !== undefined) {
        const players = body.players.map(
          (seat) => newPlayers.find(({ id }) => id === seat.id) ?? seat,
        );
        const started = { ...body, id, players };
        const game = newGame(started, group, people, phases, stamp);
        await acting.act({ kind: "startGame", group, game: id, body: started }, async (rows) => {
          await rows.put("games", { id, base: game, shown: game, unchecked: [], gone: false });
        });
        return id;
      }
      const time_zone = timeZone();
      const created = {
        id: newId(),
        name: groupName ?? cleanName(newPlayers.map(({ name }) => name).join(", ")),
        players: [...newPlayers],
        game: { ...body, id, players: body.players.map(({ id = "" }) => ({ id })) },
        ...(time_zone !== null && { time_zone }),
      };
      const me = account.peek()?.user ?? { id: "", name: account.peek()?.name ?? "" };
      const game = newGame(created.game, created.id, people, phases, stamp);
      const base = newGroup(created, me, stamp);
      await acting.act({ kind: "createGroup", group: created.id, body: created }, async (rows) => {
        await rows.put("groups", { id: created.id, base, gone: false });
        await rows.put("games", { id, base: game, shown: game, unchecked: [], gone: false });
      });
      return id;
    },

    async recordRound(
      game: string,
      body: Omit<Schemas["RecordRoundRequest"], "id" | "phone_time" | "recorded_at">,
    ): Promise<Stored> {
      const stored = await act({ kind: "recordRound", game, body: { ...body, id: newId() } });
      if (!stored.problem && !local.fact("persistent")) {
        await local.write((rows) => putFact(rows, "persistent", true));
        void persist();
      }
      return stored;
    },

    /** `confirmed` are the consequences that the person has seen (`previewCorrection`). */
    correctRound: (
      game: string,
      number: number,
      body: Omit<Schemas["CorrectRoundRequest"], "confirm">,
      confirmed: Schemas["RoundConsequence"][] = [],
    ) => act({ kind: "correctRound", game, number, body, confirmed }),

    addToGame(game: string, body: Schemas["JoinGameRequest"]): Promise<Stored> {
      const group = shown.groupOf(shown.gameOf(game).peek()?.game.group ?? "").peek();
      const known = group?.players.find(({ id }) => id === body.player.id);
      return act({ kind: "addToGame", game, name: body.player.name || known?.name || "", body });
    },

    leaveGame: (game: string, player: string, round: number) =>
      act({ kind: "leaveGame", game, player, round }),

    /** `after` are the groups that a play lays or changes, as the referee sees them then. */
    play(game: string, play: Play, after: TableGroup[] = []): Promise<Stored> {
      const table = shown.tableOf(game).peek();
      const before = (table?.groups ?? []).filter(({ id }) =>
        after.some((group) => group.id === id),
      );
      const side = (play.kind === "flip" && table?.side) || null;
      return act({ kind: "play", game, play, after, before, side });
    },

    /** Resolves to the id of the player. */
    async addPlayer(group: string, name: string): Promise<string> {
      const player = newId();
      await act({ kind: "addPlayer", group, player, name });
      return player;
    },

    takeBackRound: (game: string, number: number) => act({ kind: "takeBackRound", game, number }),

    decide: (game: string, decision: Decision) => act({ kind: "decide", game, decision }),

    changeGame: (game: string, change: Schemas["GameSettingsRequest"]) =>
      act({ kind: "changeGame", game, change }),

    enterLine: (game: string, player: string, body: Schemas["DraftLineRequest"]) =>
      act({ kind: "enterLine", game, player, body }),

    startDraft: (game: string, round: number) => act({ kind: "startDraft", game, round }),

    takeBackPlay: (game: string, { id, round }: { id: string; round: number }) =>
      act({ kind: "takeBackPlay", game, round, id, before: [] }),

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

    settle: (trouble: Pick<Trouble, "id">, decision: Settlement) =>
      acting.settle(trouble.id, decision),
  };
}
