/** What people tell the phone to do: each command becomes an action, and resolves once that is stored. */

import type { accountOn } from "./account";
import type { Acting, Stored } from "./acting";
import type { Action, Decision, Play, Schemas, TableGroup } from "./actions/actions";
import type { Settlement } from "./actions/troubles";
import { newGame, newGroup } from "./shown/creating";
import { type Named, withFaces } from "./shown/faces";
import type { shownIn, Trouble } from "./shown/views";
import type { WritableRows } from "./stored/database";
import { type LocalRows, putFact } from "./stored/local_rows";
import { cleanName } from "./typed/names";

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
  /** The Phases of a game to be started, in words; empty if nobody can tell. */
  phasesOf: (body: Schemas["StartGameRequest"]) => Promise<Schemas["NumberedPhase"][]>;
  newId: () => string;
  now: () => number;
  timeZone: () => string | null;
  /** Ask the browser not to throw away what is stored. */
  persist: () => Promise<void>;
}

/** Each command stands alone: whoever takes one out of here can call it. */
export class Commands {
  readonly #around: CommandSurroundings;

  constructor(around: CommandSurroundings) {
    this.#around = around;
  }

  startGame = async ({ group, groupName, newPlayers, body }: StartInput): Promise<string> => {
    const id = body.id ?? this.#around.newId();
    const stamp = new Date(this.#around.now()).toISOString();
    const there = group === undefined ? [] : (this.#shown.groupOf(group).peek()?.players ?? []);
    const people = new Map<string, Named>(
      [...there, ...withFaces(newPlayers, there)].map((player) => [player.id, player]),
    );
    const me = this.#around.account.peek()?.user ?? {
      id: "",
      name: this.#around.account.peek()?.name ?? "",
    };
    const phases = await this.#around.phasesOf(body).catch(() => []);
    if (group !== undefined) {
      const players = body.players.map(
        (seat) => newPlayers.find(({ id }) => id === seat.id) ?? seat,
      );
      const started = { ...body, id, players };
      const game = newGame(started, group, people, phases, stamp);
      await this.#act({ kind: "startGame", group, game: id, body: started }, async (rows) => {
        await rows.put("games", { id, base: game, shown: game, unchecked: [], gone: false });
      });
      return id;
    }
    const created = {
      id: this.#around.newId(),
      name: groupName ?? cleanName(newPlayers.map(({ name }) => name).join(", ")),
      players: [...newPlayers],
      game: { ...body, id, players: body.players.map(({ id = "" }) => ({ id })) },
      ...timeZoneOf(this.#around.timeZone()),
    };
    const game = newGame(created.game, created.id, people, phases, stamp);
    const base = newGroup(created, me, stamp);
    await this.#act({ kind: "createGroup", group: created.id, body: created }, async (rows) => {
      await rows.put("groups", { id: created.id, base, gone: false });
      await rows.put("games", { id, base: game, shown: game, unchecked: [], gone: false });
    });
    return id;
  };

  recordRound = async (
    game: string,
    body: Omit<Schemas["RecordRoundRequest"], "id" | "phone_time" | "recorded_at">,
  ): Promise<Stored> => {
    const stored = await this.#act({
      kind: "recordRound",
      game,
      body: { ...body, id: this.#around.newId() },
    });
    if (!stored.problem && !this.#around.local.fact("persistent")) {
      await this.#around.local.write((rows) => putFact(rows, "persistent", true));
      void this.#around.persist();
    }
    return stored;
  };

  /** `confirmed` are the consequences that the person has seen (`previewCorrection`). */
  correctRound = (
    game: string,
    number: number,
    body: Omit<Schemas["CorrectRoundRequest"], "confirm">,
    confirmed: Schemas["RoundConsequence"][] = [],
  ) => this.#act({ kind: "correctRound", game, number, body, confirmed });

  addToGame = (game: string, body: Schemas["JoinGameRequest"]): Promise<Stored> => {
    const shown = this.#shown.gameOf(game).peek()?.game;
    const { player } = body;
    const known =
      shown &&
      this.#shown
        .groupOf(shown.group)
        .peek()
        ?.players.find(({ id }) => id === player.id);
    const name = player.name || known?.name || "";
    const round = body.round ?? shown?.next_round?.number;
    const asked = { ...body, player: { ...player } };
    if (asked.player.name && !asked.player.id) asked.player.id = this.#around.newId();
    return this.#act({
      kind: "addToGame",
      game,
      name,
      body: round ? { ...asked, round } : asked,
    });
  };

  leaveGame = (game: string, player: string, round?: number): Promise<Stored> => {
    const next = round ?? this.#shown.gameOf(game).peek()?.game.next_round?.number ?? 1;
    return this.#act({ kind: "leaveGame", game, player, round: next });
  };

  /** `after` are the groups that a play lays or changes, as the referee sees them then. */
  play = (game: string, play: Play, after: TableGroup[] = []): Promise<Stored> => {
    const table = this.#shown.tableOf(game).peek();
    const before = (table?.groups ?? []).filter(({ id }) => after.some((group) => group.id === id));
    const side = (play.kind === "flip" && table?.side) || null;
    return this.#act({ kind: "play", game, play, after, before, side });
  };

  addPlayer = async (group: string, name: string): Promise<string> => {
    const player = this.#around.newId();
    await this.#act({ kind: "addPlayer", group, player, name });
    return player;
  };

  takeBackRound = (game: string, number: number) =>
    this.#act({ kind: "takeBackRound", game, number });

  decide = (game: string, decision: Decision) => this.#act({ kind: "decide", game, decision });

  changeGame = (game: string, change: Schemas["GameSettingsRequest"]) =>
    this.#act({ kind: "changeGame", game, change });

  enterLine = (game: string, player: string, body: Schemas["DraftLineRequest"]) =>
    this.#act({ kind: "enterLine", game, player, body });

  startDraft = (game: string, round: number) => this.#act({ kind: "startDraft", game, round });

  takeBackPlay = (game: string, { id, round }: { id: string; round: number }) =>
    this.#act({ kind: "takeBackPlay", game, round, id, before: [] });

  changePlayer = (player: string, change: Schemas["PlayerChangeRequest"]) =>
    this.#act({
      kind: "changePlayer",
      group: this.#groupOfPlayer(player),
      player,
      change,
    });

  deletePlayer = (player: string) =>
    this.#act({ kind: "deletePlayer", group: this.#groupOfPlayer(player), player });

  mergePlayers = (player: string, into: string) =>
    this.#act({
      kind: "mergePlayers",
      group: this.#groupOfPlayer(player),
      player,
      into,
    });

  changeGroup = (group: string, change: Schemas["GroupChangeRequest"]) =>
    this.#act({ kind: "changeGroup", group, change });

  changeRole = (group: string, member: string, role: Schemas["MemberRole"]) =>
    this.#act({ kind: "changeRole", group, member, role });

  removeMember = (group: string, member: string) =>
    this.#act({ kind: "removeMember", group, member });

  handOver = (group: string, member: string) => this.#act({ kind: "handOver", group, member });

  deleteGroup = (group: string) => this.#act({ kind: "deleteGroup", group });

  changeMe = (change: Extract<Action, { kind: "changeMe" }>["change"]) =>
    this.#act({ kind: "changeMe", change });

  settle = (trouble: Pick<Trouble, "id">, decision: Settlement) =>
    this.#around.acting.settle(trouble.id, decision);

  #act(action: Action, more?: (rows: WritableRows) => Promise<void>): Promise<Stored> {
    return this.#around.acting.act(action, more);
  }

  get #shown() {
    return this.#around.shown;
  }

  /** The group of a player that this phone knows. */
  #groupOfPlayer(player: string): string {
    const group = this.#shown.groups
      .peek()
      .find(({ players }) => players.some(({ id }) => id === player));
    const game = this.#shown.games
      .peek()
      .find((each) => each.game.players.some(({ id }) => id === player));
    const id = group?.id ?? game?.game.group;
    if (id === undefined) throw new Error(`This phone does not know the player ${player}.`);
    return id;
  }
}

function timeZoneOf(time_zone: string | null): { time_zone?: string } {
  return time_zone === null ? {} : { time_zone };
}
