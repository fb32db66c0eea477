/** Going to screens and back, in a window that remembers where it was. */

import { expect, test, vi } from "vitest";
import { go, loadScreens, startRouter } from "../src/router";

/** A window with a history; `back()` goes back in it. */
function aWindow() {
  const events = new EventTarget();
  const entries: { path: string; state: unknown }[] = [{ path: "/", state: null }];
  const location = { origin: "http://here", pathname: "/" };
  const scrollTo = vi.fn();
  const last = () => entries.at(-1) as { path: string; state: unknown };
  const history = {
    get state() {
      return last().state;
    },
    pushState(state: unknown, _title: string, path: string) {
      entries.push({ path, state });
      location.pathname = path;
    },
    replaceState(state: unknown, _title: string, path?: string) {
      entries[entries.length - 1] = { path: path ?? last().path, state };
      location.pathname = last().path;
    },
  };
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("history", history);
  vi.stubGlobal("location", location);
  vi.stubGlobal("scrollTo", scrollTo);
  const back = () => {
    entries.pop();
    location.pathname = last().path;
    events.dispatchEvent(new Event("popstate"));
  };
  return { back, scrolledTo: () => scrollTo.mock.lastCall?.[1] as number | undefined };
}

test("who goes back is where they were on the screen", async () => {
  const { back, scrolledTo } = aWindow();
  const load = async () => ({ default: () => null });
  startRouter(["/", "/list", "/item"].map((path) => [path, load] as const));
  vi.stubGlobal("scrollY", 0);
  go("/list");
  await vi.waitFor(() => expect(scrolledTo()).toBe(0));
  vi.stubGlobal("scrollY", 640);
  go("/item");
  await vi.waitFor(() => expect(scrolledTo()).toBe(0));
  vi.stubGlobal("scrollY", 900);
  back();
  await vi.waitFor(() => expect(scrolledTo()).toBe(640));
  back();
  await vi.waitFor(() => expect(scrolledTo()).toBe(0));
});

test("screens are loaded ahead until there is something better to do", async () => {
  aWindow();
  const loaded: string[] = [];
  const load = (path: string) => async () => {
    loaded.push(path);
    return { default: () => null };
  };
  const paths = ["/", "/list", "/item", "/about"];
  startRouter(paths.map((path) => [path, load(path)] as const));
  await vi.waitFor(() => expect(loaded).toEqual(["/"])); // the one in view
  await loadScreens(() => loaded.length > 2);
  expect(loaded).toEqual(["/", "/", "/list"]);
  await loadScreens(() => false);
  expect(loaded.slice(3)).toEqual(paths);
});
