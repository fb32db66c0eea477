/** Whether somebody looks at this page, and when it is worth trying the network again. */

const DOZES_AFTER = 60_000; // milliseconds in the background

export interface Wakefulness {
  /** Resolves as soon as the page is looked at, or was until a moment ago. */
  awake(): Promise<void>;
  /** Resolves after a time, or earlier when the page is shown again or the network is back. */
  rest(milliseconds: number): Promise<void>;
  close(): void;
}

interface Told {
  /** The page has been hidden for long. */
  dozes(): void;
  /** The page is looked at again, or the network is back. */
  wakes(): void;
  /** The browser says that there is no network. */
  loses(): void;
}

/** Watch the page until closed. */
export function watchPage(told: Told): Wakefulness {
  const waiting = new Set<() => void>();
  let dozing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wake() {
    clearTimeout(timer);
    dozing = false;
    told.wakes();
    for (const go of [...waiting]) go();
  }
  function seen() {
    if (!document.hidden) return wake();
    clearTimeout(timer);
    timer = setTimeout(() => {
      dozing = true;
      told.dozes();
    }, DOZES_AFTER);
  }
  const watching = new AbortController();
  const { signal } = watching;

  // It may be a program, which has no page.
  if (typeof document !== "undefined") {
    document.addEventListener("visibilitychange", seen, { signal });
    addEventListener("pageshow", wake, { signal });
    addEventListener("online", wake, { signal });
    addEventListener("offline", () => told.loses(), { signal });
    seen();
  }

  function until(milliseconds: number | null): Promise<void> {
    return new Promise((resolve) => {
      const later = milliseconds === null ? undefined : setTimeout(go, milliseconds);
      function go() {
        clearTimeout(later);
        waiting.delete(go);
        resolve();
      }
      waiting.add(go);
    });
  }

  return {
    awake: () => (dozing ? until(null) : Promise.resolve()),
    rest: until,
    close() {
      clearTimeout(timer);
      watching.abort();
      for (const go of [...waiting]) go();
    },
  };
}
