/** Addresses and screens. A screen is loaded when it is first opened. */

import { batch, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { idle } from "./idle";

/** What an address names, such as the game in `/g/{game}`. */
export type Params = Readonly<Record<string, string>>;
export type Screen = ComponentType<{ params: Params }>;
type Loader = () => Promise<{ default: Screen }>;

/** Every address of the client, most telling first; the server answers each with the client. */
const ROUTES: readonly (readonly [pattern: string, load: Loader])[] = [
  ["/", () => import("./screens/start")],
  ["/new", () => import("./screens/new_game")],
  ["/new/{group}", () => import("./screens/new_game")],
  ["/referee", () => import("./screens/referee")],
  ["/referee/{game}", () => import("./screens/referee")],
  ["/trouble/{id}", () => import("./screens/trouble")],
  ["/g/{game}", () => import("./screens/score_pad")],
  ["/g/{game}/enter", () => import("./screens/round_entry")],
  ["/g/{game}/table", () => import("./screens/table")],
  ["/g/{game}/rounds", () => import("./screens/rounds")],
  ["/g/{game}/rounds/{number}", () => import("./screens/rounds/correct")],
  ["/g/{game}/chart", () => import("./screens/game_chart")],
  ["/g/{game}/replay", () => import("./screens/replay")],
  ["/g/{game}/history", () => import("./screens/history")],
  ["/g/{game}/menu", () => import("./screens/menu")],
  ["/g/{game}/share", () => import("./screens/share")],
  ["/group/{group}", () => import("./screens/group")],
  ["/group/{group}/invite", () => import("./screens/invite")],
  ["/group/{group}/export", () => import("./screens/export")],
  ["/group/{group}/import", () => import("./screens/import")],
  ["/group/{group}/import/{job}", () => import("./screens/import/job")],
  ["/group/{group}/leaderboard", () => import("./screens/leaderboard")],
  ["/group/{group}/player/{player}", () => import("./screens/player")],
  ["/group/{group}/year/{year}", () => import("./screens/year")],
  ["/group/{group}/nights", () => import("./screens/nights")],
  ["/group/{group}/nights/{date}", () => import("./screens/night")],
  ["/group/{group}/records", () => import("./screens/records")],
  ["/group/{group}/phases", () => import("./screens/phases")],
  ["/group/{group}/head-to-head", () => import("./screens/head_to_head")],
  ["/group/{group}/head-to-head/{player}/{other}", () => import("./screens/rivals")],
  ["/join", () => import("./screens/join")],
  ["/join/{code}", () => import("./screens/join")],
  ["/pair", () => import("./screens/pair")],
  ["/reset", () => import("./screens/reset")],
  ["/confirm", () => import("./screens/confirm")],
  ["/me", () => import("./screens/me")],
  ["/me/devices", () => import("./screens/devices")],
  ["/me/account", () => import("./screens/account")],
  ["/watch/{token}", () => import("./screens/watch")],
];

const COMPILED = ROUTES.map(([pattern, load]) => {
  const names: string[] = [];
  const source = pattern.replace(/\{(\w+)\}/g, (_match, name: string) => {
    names.push(name);
    return "([^/]+)";
  });
  return { expression: new RegExp(`^${source}/?$`), names, load };
});

/** The screen in view; null until the first one is loaded. */
export const current = signal<{ Screen: Screen; params: Params; path: string } | null>(null);

/** A screen that could not be loaded, as the way to try it again; null if all is well. */
export const unloaded = signal<(() => void) | null>(null);

let wanted = "";

/** Show the screen of an address; unknown ones lead to the start. */
async function show(path: string): Promise<void> {
  wanted = path;
  const found = screenAt(path);
  if (!found) {
    go("/", { replace: true });
    return;
  }
  try {
    const { default: Screen } = await found.load();
    if (wanted !== path) return;
    batch(() => {
      current.value = { Screen, params: found.params, path };
      unloaded.value = null;
    });
  } catch {
    if (wanted === path) unloaded.value = () => void show(path);
  }
}

/** Load all screens, one after the other: they open at once then, also without a network. */
export async function loadScreens(): Promise<void> {
  for (const [, load] of ROUTES) {
    await idle();
    await load().catch(() => {}); // no network: when it is wanted, it is tried again
  }
}

function screenAt(path: string): { load: Loader; params: Params } | null {
  for (const { expression, names, load } of COMPILED) {
    const match = expression.exec(path);
    if (!match) continue;
    try {
      const values = match.slice(1).map(decodeURIComponent);
      return {
        load,
        params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])),
      };
    } catch {
      return null; // a broken escape
    }
  }
  return null;
}

/** Go to a screen; `replace` leaves the present one out of the history. */
export function go(path: string, { replace = false } = {}): void {
  const from = replace ? history.state?.from : location.pathname;
  history[replace ? "replaceState" : "pushState"]({ from }, "", path);
  void show(location.pathname).then(() => scrollTo(0, 0));
}

/** Go to the screen above: back, if we came from there, so that the history stays short. */
export function back(up: string): void {
  if (history.state?.from === up) history.back();
  else go(up, { replace: true });
}

const closers: (() => void)[] = [];

/** Let the way back close something first, such as a dialog, until the returned function is called. */
export function onBack(close: () => void): () => void {
  closers.push(close);
  return () => {
    const index = closers.indexOf(close);
    if (index >= 0) closers.splice(index, 1);
  };
}

/** The person went back or forward. */
function moved(): void {
  const close = closers.at(-1);
  if (!close || !current.value) {
    void show(location.pathname);
    return;
  }
  history.pushState({ from: location.pathname }, "", current.value.path);
  close();
}

/** Follow the address from now on. Links are ordinary links. */
export function startRouter(): void {
  addEventListener("popstate", moved);
  addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || link.target || link.hasAttribute("download") || event.defaultPrevented) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  void show(location.pathname);
}
