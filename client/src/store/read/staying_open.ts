/** What is followed stays open from one screen to the next, which need not read it again. */

const LINGER = 3_000; // milliseconds: a screen is left before the next one is there

export interface Open {
  close(): void;
  /** Whether nothing more will be told, so that it must be opened again. */
  hasEnded(): boolean;
}

interface Shared {
  open: Open;
  users: number;
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * Open by a name, or share what is open by it, until the returned function is called.
 *
 * What nobody uses any more closes a moment later, or when something else is opened: browsers have
 * few connections.
 */
export function stayingOpen(): (name: string, begin: () => Open) => () => void {
  const all = new Map<string, Shared>();

  function shut(name: string, one: Shared): void {
    clearTimeout(one.timer);
    one.open.close();
    if (all.get(name) === one) all.delete(name);
  }

  return (name, begin) => {
    for (const [other, one] of all) if (other !== name && one.users === 0) shut(other, one);
    const there = all.get(name);
    const one: Shared = there && !there.open.hasEnded() ? there : { open: begin(), users: 0 };
    all.set(name, one);
    one.users += 1;
    clearTimeout(one.timer);
    return () => {
      one.users -= 1;
      if (one.users === 0) one.timer = setTimeout(() => shut(name, one), LINGER);
    };
  };
}
