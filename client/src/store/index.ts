/** What this phone knows, and what people do on it: the one store of this page. */

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { ask, rulesState } from "../rules";
import { holdToken, reachable, SERVER, send, tokenRefused } from "../server/api";
import { deviceName } from "../server/device_name";
import { newId } from "../server/ids";
import { inTime } from "../timing";
import type { Play, Schemas } from "./actions/actions";
import { editionOf } from "./editions";
import { type Besides, followGame, followGroup } from "./following";
import { type Preview, preview, previewPlay } from "./read/previews";
import { stayingOpen } from "./read/staying_open";
import { serverAt } from "./sent/server";
import { byLease, byLock, type InTurn } from "./sent/turns";
import type { Named } from "./shown/faces";
import { foldGame } from "./shown/fold";
import { catchUp } from "./shown/late_rules";
import { createStore, type Store } from "./store";
import { openDatabase } from "./stored/database";
import { durable } from "./stored/durable";
import type { Touched } from "./stored/local_rows";

export { WaitingError } from "./account";
export type { Stored } from "./acting";
export type {
  Action,
  Decision,
  Game,
  Group,
  LiveTable,
  Play,
  Problem,
  RoundEntry,
  Schemas,
  TableGroup,
  UncheckedRound,
} from "./actions/actions";
export type { Settlement } from "./actions/troubles";
export type { NewPlayer } from "./commands";
export { type Luggage, unwrapped, wrapped } from "./moving";
export type { Preview } from "./read/previews";
export { COLORS, type Named } from "./shown/faces";
export type { GameView, Trouble } from "./shown/views";
export type { StorageState } from "./stored/durable";
export type { Settings } from "./stored/rows";
export type { TypedLine, TypedRound } from "./typed/round";
export { newId };

const NAME = "tableside";
const PHASES_WITHIN = 1_500; // milliseconds that a new game waits for the words of its Phases

const online = signal(globalThis.navigator?.onLine ?? true);
/** Whether the server can be reached, as far as we know. */
export const network: ReadonlySignal<boolean> = computed(() => online.value && reachable.value);

// --- The one store -------------------------------------------------------------------------

const database = durable(
  () => openDatabase(NAME),
  () => store.local.everything(),
);
/** How well this phone keeps what is typed. */
export const storage = database.state;

/** The id of this tab. A page that is loaded again goes on with the lease that the last one held. */
function tab(): string {
  try {
    const id = sessionStorage.getItem(NAME) ?? newId();
    sessionStorage.setItem(NAME, id);
    return id;
  } catch {
    return newId(); // some browsers forbid it
  }
}

let turns: InTurn = (work) => work();
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : null;

const server = serverAt(SERVER, send);

const store: Store = createStore({
  database,
  server,
  fold: (base, actions) => foldGame(base, actions, { me: account.peek()?.name ?? null, playerOf }),
  phasesOf,
  newId,
  now: () => Date.now(),
  later(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
  mayBeOffline: () => !network.peek(),
  inTurn: (work) => turns(work),
  tell: (touched) => channel?.postMessage(touched),
  device: deviceName,
  timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone || null,
  persist: async () => void (await navigator.storage?.persist?.().catch(() => false)),
});

/** Whether the server no longer knows this phone: nothing is sent until the person logs in. */
export const loggedOut: ReadonlySignal<boolean> = tokenRefused;

export const {
  account,
  settings,
  games,
  groups,
  home,
  outbox,
  gameOf,
  tableOf,
  groupOf,
  draftOf,
  begin,
  keepLogin,
  deviceHint,
  logOut,
  changeSettings,
  refreshHome,
  storeGame,
  storeGroup,
  startGame,
  recordRound,
  correctRound,
  takeBackRound,
  decide,
  changeGame,
  addToGame,
  leaveGame,
  enterLine,
  startDraft,
  play,
  takeBackPlay,
  addPlayer,
  changePlayer,
  deletePlayer,
  mergePlayers,
  changeGroup,
  changeRole,
  removeMember,
  handOver,
  deleteGroup,
  changeMe,
  settle,
  typedRound,
  isTyping,
  saveTyped,
  saveForm,
  savedForm,
  packed,
  unpack,
} = store;

function playerOf(player: string): Named | undefined {
  return groups
    .peek()
    .flatMap(({ players }) => players)
    .find(({ id }) => id === player);
}

// --- Opening -------------------------------------------------------------------------------

/** Open what is stored and show it; the page begins after that. */
export async function openStore(): Promise<void> {
  await database.open();
  turns = navigator.locks ? byLock(navigator.locks, NAME) : byLease(store.local, tab());
  await store.load();
  channel?.addEventListener("message", ({ data }) => void store.heard(data as Touched[]));
  if (!account.peek() && wasUsed()) database.setLost(true);
  store.local.rows("facts").subscribe(() => {
    const me = account.peek();
    holdToken(me?.token ?? null);
    if (me) database.setLost(false);
    if (me || database.state.peek() === "ok") noteUse(me !== null);
  });
  for (const name of ["online", "offline"]) {
    addEventListener(name, () => {
      online.value = navigator.onLine;
      if (online.value) store.wake();
    });
  }
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") store.wake();
  });
  network.subscribe((isThere) => {
    if (isThere) store.wake();
  });
  rulesState.subscribe((state) => {
    if (state === "ready") void catchUp({ local: store.local, refold: store.refold, phasesOf });
  });
  store.wake();
}

/** Whether somebody used this phone, who has not logged out since. */
function wasUsed(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return false; // there is none in some private modes
  }
}

function noteUse(isUsed: boolean): void {
  try {
    if (isUsed) localStorage.setItem(NAME, "in use");
    else localStorage.removeItem(NAME);
  } catch {
    // Then a cleared database will look like a new phone.
  }
}

// --- Live ----------------------------------------------------------------------------------

const openedGame = stayingOpen();
const openedGroup = stayingOpen();

/** Read a game and follow it until the returned function is called. */
export function openGame(id: string, besides: Besides = "draft"): () => void {
  return openedGame(`${id} ${besides}`, () => followGame(store, id, besides));
}

/** Read a group and follow it until the returned function is called. */
export function openGroup(id: string): () => void {
  return openedGroup(id, () => followGroup(store, id));
}

// --- Asking --------------------------------------------------------------------------------

/** What a correction would do; `unknown` if neither the phone nor the server can tell. */
export async function previewCorrection(
  game: string,
  number: number,
  body: Omit<Schemas["CorrectRoundRequest"], "confirm">,
): Promise<Preview> {
  const known = gameOf(game).peek();
  if (!known) return { unknown: true };
  const base = known.waiting === 0 ? known.game : null;
  const token = account.peek()?.token ?? null;
  return preview(
    { kind: "correctRound", game, number, body, confirmed: [] },
    known.game,
    base,
    (call) => server.send(call, { token, key: null }),
  );
}

/**
 * What the server says about a play: it knows whose turn it is, the side in play, and the Skips.
 *
 * Null if it cannot say now, or if its table is not the one that this phone shows.
 */
export async function rulingOfPlay(
  game: string,
  asked: Play,
): Promise<Schemas["PlayVerdictDetail"] | null> {
  const known = gameOf(game).peek();
  if (!network.peek() || !known || known.waiting > 0 || known.game.version === 0) return null;
  const token = account.peek()?.token ?? null;
  return previewPlay(game, asked, (call) => server.send(call, { token, key: null }));
}

/** The Phases of a game that is being started, in words. */
async function phasesOf({
  edition,
  phases,
  preset,
  players,
}: Schemas["StartGameRequest"]): Promise<Schemas["NumberedPhase"][]> {
  if (preset !== undefined && preset !== "official") return []; // the server says, once it is there
  if (!phases) return editionOf(edition).phases;
  const seats = players.map(({ id }, index) => ({ id: id ?? newId(), name: String(index + 1) }));
  const asked = ask("game", { edition, players: seats, phases });
  const answer = await inTime(PHASES_WITHIN, asked);
  return answer?.data?.phases ?? [];
}
