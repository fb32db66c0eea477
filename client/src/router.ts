/** Which screen is in view, by the address. A screen is loaded when it is first opened. */

import { batch, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { idle } from "./timing";

/** What an address names, such as the game in `/g/{game}`. */
export type Params = Readonly<Record<string, string>>;
export type Screen = ComponentType<{ params: Params }>;
type Loader = () => Promise<{ default: Screen }>;

/** An address and how to load its screen. */
export type Route = readonly [pattern: string, load: Loader];

interface CompiledRoute {
  expression: RegExp;
  load: Loader;
}

let routes: readonly CompiledRoute[] = [];

function compiled([pattern, load]: Route): CompiledRoute {
  const source = pattern.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return { expression: new RegExp(`^${source}/?$`), load };
}

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

/**
 * Load all screens, one after the other: they open at once then, even without a network.
 * It ends early once `isStopped`, and loads nothing more then.
 */
export async function loadScreens(isStopped: () => boolean): Promise<void> {
  for (const { load } of routes) {
    await idle();
    if (isStopped()) return;
    await load().catch(() => {}); // no network: when it is wanted, it is tried again
  }
}

function screenAt(path: string): { load: Loader; params: Params } | null {
  for (const { expression, load } of routes) {
    const match = expression.exec(path);
    if (!match) continue;
    try {
      const params = Object.entries(match.groups ?? {});
      const decoded = params.map(([name, value]) => [name, decodeURIComponent(value)]);
      return { load, params: Object.fromEntries(decoded) };
    } catch {
      return null; // a broken escape
    }
  }
  return null;
}

/** Go to a screen; `replace` leaves the present one out of the history. */
export function go(path: string, { replace = false } = {}): void {
  const from = replace ? history.state?.from : location.pathname;
  if (!replace) history.replaceState({ ...history.state, y: scrollY }, "");
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
    const y: number = history.state?.y ?? 0; // the browser scrolls before the screen is there
    void show(location.pathname).then(() => scrollTo(0, y));
    return;
  }
  history.pushState({ from: location.pathname }, "", current.value.path);
  close();
}

/** Follow the address from now on, most telling route first. Links are ordinary links. */
export function startRouter(table: readonly Route[]): void {
  routes = table.map(compiled);
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
