/** What is heard and felt when a game is won, on phones whose person has switched it on. */

import type { Settings } from "../store";

/** Hertz and seconds: three short notes that rise, and a long one. */
const NOTES = [
  { pitch: 523, at: 0, long: 0.14 },
  { pitch: 659, at: 0.14, long: 0.14 },
  { pitch: 784, at: 0.28, long: 0.14 },
  { pitch: 1047, at: 0.42, long: 0.5 },
] as const;
const END = 1; // second, by which the last note has faded
const LOUDNESS = 0.2; // of 1, so that nobody is startled
const BUZZ = [80, 60, 80, 60, 240]; // milliseconds on, off, on, ...

/** Celebrate, as far as the person wants it. */
export function celebrate({ sound, vibration }: Pick<Settings, "sound" | "vibration">): void {
  if (vibration) navigator.vibrate?.(BUZZ);
  if (sound) play();
}

/** Play the notes: browsers allow it once the page was tapped. */
export function play(): void {
  // Without a tap the notes would wait for one, and sound when nobody has won anything.
  if (!globalThis.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  const context = new AudioContext();
  const now = context.currentTime;
  for (const { pitch, at, long } of NOTES) {
    const [note, loudness] = [context.createOscillator(), context.createGain()];
    note.type = "triangle";
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(LOUDNESS, now + at);
    loudness.gain.exponentialRampToValueAtTime(0.001, now + at + long);
    note.connect(loudness).connect(context.destination);
    note.start(now + at);
    note.stop(now + at + long);
  }
  setTimeout(() => void context.close(), END * 1000);
}
