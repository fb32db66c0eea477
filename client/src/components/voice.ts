/** Reading aloud, with a voice that is on this phone, in the language in use. */

import { computed, signal } from "@preact/signals";
import { locale } from "../i18n";

type Speech = Pick<SpeechSynthesis, "getVoices" | "speak" | "cancel" | "addEventListener">;

export function voiceOf(speech: Speech | undefined, target: EventTarget = globalThis) {
  const voices = signal(speech?.getVoices() ?? []);
  speech?.addEventListener("voiceschanged", () => {
    voices.value = speech.getVoices();
  });
  // What is read stays on the phone: voices of a service would get the names of the players.
  const chosen = computed(() => {
    const tag = locale().toLowerCase();
    const [language] = tag.split("-");
    const own = voices.value.filter(({ localService }) => localService);
    const withTag = (fits: (tag: string) => boolean) =>
      own.find(({ lang }) => fits(lang.toLowerCase().replace("_", "-"))); // as Android has it
    // Rather a voice of no country than of another: Belgians and French count differently.
    return (
      withTag((one) => one === tag) ??
      withTag((one) => one === language) ??
      withTag((one) => one.startsWith(`${language}-`))
    );
  });

  /** Read this, instead of what is being read. */
  function say(text: string): void {
    const voice = chosen.peek();
    if (!speech || !voice) return;
    const words = new SpeechSynthesisUtterance(text);
    words.voice = voice;
    words.lang = voice.lang;
    speech.cancel();
    speech.speak(words);
  }

  return {
    /** Whether there is a voice for the language. */
    available: computed(() => chosen.value !== undefined),
    say,
    stop: () => speech?.cancel(),
    /**
     * Read by itself from now on: phones allow it once a tap has made them read. Keys of cards send
     * no click; and an empty text would silence the voices of Linux for good.
     */
    prime: () => target.addEventListener("pointerup", () => say(" "), { once: true }),
  };
}

export const voice = voiceOf(globalThis.speechSynthesis);

/** The words of a part of the page, without what can be pressed or opened. */
export function wordsIn(part: Element): string {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const words = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest("button, a, details, [aria-hidden]")) {
      words.push(node.textContent);
    }
  }
  return words.join(" ");
}
