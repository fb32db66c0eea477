import { signal } from "@preact/signals";

const SAID = 10_000; // milliseconds: longer than a voice takes to begin

const words = signal("");
let over: ReturnType<typeof setTimeout>;

/** Say something to screen readers, politely; whoever reads the screen later does not find it. */
export function announce(text: string): void {
  // The same words twice are a change, too.
  words.value = text === words.value ? `${text}\u00a0` : text;
  clearTimeout(over);
  over = setTimeout(() => {
    words.value = "";
  }, SAID);
}

/** Where announcements appear; once, in the shell. */
export function Announcer() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {words}
    </div>
  );
}
