import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { current } from "../router";
import { settings } from "../store";
import { Button } from "./button";
import { voice } from "./voice";

// What is read is about the screen in view.
current.subscribe(() => voice.stop());

/** A button that reads something aloud; nothing where the phone has no voice. */
export function ReadAloud({ words }: { words: () => string }) {
  if (!voice.available.value) return null;
  return (
    <Button kind="plain" aria-label={t("Read aloud")} onClick={() => voice.say(words())}>
      <span aria-hidden="true">🔊</span>
    </Button>
  );
}

const PAUSE = 800; // milliseconds without a change, so that nothing is read while somebody taps

/** Read what is new by itself, if the person wants that; an empty text says nothing. */
export function useReading(text: () => string, again: unknown): void {
  const words = useRef(text);
  words.current = text;
  const said = useRef("");
  const isOn = settings.value.readAloud;
  useEffect(() => {
    if (!isOn) return;
    voice.prime();
    return voice.stop;
  }, [isOn]);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => {
      const now = words.current();
      if (!now || now === said.current) return;
      said.current = now;
      voice.say(now);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [isOn, again]);
}
