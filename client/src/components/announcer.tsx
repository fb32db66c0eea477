import { signal } from "@preact/signals";

const words = signal("");

/** Say something to screen readers, politely. */
export function announce(text: string): void {
  // The same words twice are a change, too.
  words.value = text === words.value ? `${text}\u00a0` : text;
}

/** Where announcements appear; once, in the shell. */
export function Announcer() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {words}
    </div>
  );
}
