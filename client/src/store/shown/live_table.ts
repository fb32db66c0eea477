/** The live table as it is shown: as the server says, with the plays that wait. Pure. */

import {
  type Action,
  type Game,
  type LiveTable,
  type Play,
  roundOfPlay,
  type Schemas,
  type TableGroup,
} from "../actions/actions";

type Detail = Schemas["PlayDetail"];
type Deed = Extract<Action, { kind: "play" | "takeBackPlay" }>;

/** A play that waits, and when it was made. */
export interface WaitingPlay {
  action: Deed;
  at: string;
}

/**
 * The table of the round in play before anything lies on it, on the first of the `sides` of the cards;
 * null if the game is over.
 */
export function emptyTable(game: Game, sides: readonly string[]): LiveTable | null {
  const next = game.next_round;
  if (!next) return null;
  return {
    game: game.id,
    round: next.number,
    event: 0,
    turns_logged: game.turns_logged,
    dealer: next.dealer,
    starter: next.starter,
    turn: game.turns_logged ? next.starter : null,
    draw_due: game.turns_logged,
    side: (sides.length > 1 && sides[0]) || null,
    skipped: [],
    went_out: null,
    top_discard: null,
    players: game.players
      .filter(({ id }) => next.playing.includes(id))
      .sort((one, other) => one.seat - other.seat)
      .map(({ id, phase }) => ({
        player: id,
        phase: phase ?? game.phases.length, // a tie-break is about the last Phase once more
        laid_down: false,
      })),
    groups: [],
    plays: [],
  };
}

/** A table with the plays that wait; `sides` are those of the cards. */
export function tableAfter(
  table: LiveTable,
  waiting: readonly WaitingPlay[],
  sides: readonly string[],
): LiveTable {
  return waiting.reduce((now, { action, at }) => {
    if (roundOfPlay(action) !== now.round) return now;
    return action.kind === "play" ? played(now, action, at, sides) : takenBack(now, action, sides);
  }, table);
}

function played(
  table: LiveTable,
  { play, after, side }: Extract<Deed, { kind: "play" }>,
  at: string,
  sides: readonly string[],
): LiveTable {
  const detail = detailOf(play, (table.plays.at(-1)?.number ?? 0) + 1, at);
  if (table.plays.some(({ id }) => id === detail.id)) return table; // the server told already
  // Somebody else has turned them over: the server will ask, and until then they lie as it told.
  if (side && side !== table.side) return table;
  const next = {
    ...table,
    groups: withGroups(table.groups, after),
    plays: [...table.plays, detail],
    went_out: detail.goes_out ? detail.player : table.went_out,
    turn: detail.goes_out ? null : table.turn,
  };
  return withDrawDue(laid(next, play.kind, detail, sides));
}

function laid(
  next: LiveTable,
  kind: Play["kind"],
  detail: Detail,
  sides: readonly string[],
): LiveTable {
  switch (kind) {
    case "lay_down":
      return { ...next, players: withLaidDown(next, detail.player, true) };
    case "discard":
      return passedOn(
        {
          ...next,
          ...(detail.skips
            ? { skipped: [...next.skipped, detail.skips] }
            : { top_discard: detail.cards[0] ?? null }),
          ...(turnsOver(detail) && turnedOver(next, sides)),
        },
        detail.player,
      );
    case "draw":
      return detail.pile === "draw_pile" ? next : { ...next, top_discard: null };
    case "flip":
      return { ...next, ...turnedOver(next, sides) };
    default:
      return next;
  }
}

/** Whose turn it is after a discard: a Skip is put on the pile with the turn that it costs. */
function passedOn(table: LiveTable, from: string | null): LiveTable {
  if (!table.turns_logged || table.went_out || from === null) return { ...table, turn: null };
  const order = table.players.map(({ player }) => player);
  const leftOf = (player: string) => order[(order.indexOf(player) + 1) % order.length] ?? player;
  let { skipped, top_discard } = table;
  let turn = leftOf(from);
  while (skipped.includes(turn)) {
    const spent = turn;
    skipped = skipped.filter((player) => player !== spent);
    top_discard = "S";
    turn = leftOf(turn);
  }
  return { ...table, turn, skipped, top_discard };
}

/** Whose turn it is has to draw, as long as they have played nothing since the last turn ended. */
function withDrawDue(table: LiveTable): LiveTable {
  const { turns_logged, turn, plays } = table;
  const ended = plays.findLastIndex(({ kind, player }) => kind === "discard" && player !== null);
  const has_begun = plays
    .slice(ended + 1)
    .some(({ kind, player }) => player === turn && BEGINNINGS.has(kind));
  return { ...table, draw_due: turns_logged && turn !== null && !has_begun };
}

const BEGINNINGS: ReadonlySet<Detail["kind"]> = new Set(["draw", "lay_down", "hit"]);

/** Whether a play turns the cards over; if it is the discard of a last card, the house rules say so. */
function turnsOver({ kind, player, cards, goes_out }: Detail): boolean {
  if (kind === "flip") return true;
  const isSymbol = kind === "discard" && (cards[0]?.endsWith("!") ?? false);
  return isSymbol && player !== null && !goes_out;
}

/** The server says what is the top of the pile then. */
function turnedOver({ side }: LiveTable, sides: readonly string[]) {
  return { side: sides.find((other) => side && other !== side) ?? null, top_discard: null };
}

/** As far as this phone can tell: what a hit has changed is known only if `before` says it. */
function takenBack(
  table: LiveTable,
  { id, before }: Extract<Deed, { kind: "takeBackPlay" }>,
  sides: readonly string[],
): LiveTable {
  const play = table.plays.find((each) => each.id === id);
  if (!play) return table;
  const left = table.groups.filter((group) => !play.groups.includes(group.id));
  return withDrawDue({
    ...table,
    ...(turnsOver(play) && turnedOver(table, sides)),
    groups: withGroups(left, before),
    plays: table.plays.filter((each) => each !== play),
    players: play.kind === "lay_down" ? withLaidDown(table, play.player, false) : table.players,
    skipped: table.skipped.filter((player) => player !== play.skips),
    went_out: play.goes_out ? null : table.went_out,
    turn: table.turns_logged && endsTurn(play) ? play.player : table.turn,
  });
}

function endsTurn({ kind, goes_out }: Detail): boolean {
  return kind === "discard" || goes_out;
}

function withGroups(groups: readonly TableGroup[], changed: readonly TableGroup[]): TableGroup[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  for (const group of changed) byId.set(group.id, group);
  return [...byId.values()];
}

function withLaidDown(table: LiveTable, player: string | null, laid_down: boolean) {
  return table.players.map((each) => (each.player === player ? { ...each, laid_down } : each));
}

/** A play as the server will show it. */
export function detailOf({ kind, body }: Play, number: number, at: string): Detail {
  const said = body as Partial<Schemas["LayDownRequest"]> &
    Partial<Schemas["HitGroupRequest"]> &
    Partial<Omit<Schemas["DiscardRequest"], "player">> &
    Partial<Schemas["DrawRequest"]> &
    Partial<Omit<Schemas["NoteRequest"], "player">>;
  return {
    id: body.id,
    number,
    kind,
    player: body.player ?? null,
    group: said.group ?? null,
    groups: said.group_ids ?? [],
    cards: said.cards ?? said.groups?.flat() ?? (said.card ? [said.card] : []),
    skips: said.skips ?? null,
    goes_out: said.goes_out ?? false,
    text: said.text ?? null,
    pile: kind === "draw" ? (said.pile ?? "discard_pile") : null,
    overrule: said.overrule || null,
    recorded_by: null,
    recorded_at: at,
    phone_time: null,
  };
}
