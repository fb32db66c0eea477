/** Reading aloud: with a voice that is on the phone, or not at all. */

import { beforeEach, expect, test, vi } from "vitest";
import { voiceOf } from "../../src/components/voice";
import { language } from "../../src/i18n";

type Voice = Pick<SpeechSynthesisVoice, "lang" | "localService" | "name">;

const GERMAN = { lang: "de-DE", localService: true, name: "Anna" };
const ENGLISH = { lang: "en-GB", localService: true, name: "Daniel" };
const ELSEWHERE = { lang: "es-ES", localService: false, name: "Google" };

class FakeSpeech {
  said: string[] = [];
  voices: Voice[];
  private changed = () => {};
  constructor(...voices: Voice[]) {
    this.voices = voices;
  }
  getVoices = () => this.voices as SpeechSynthesisVoice[];
  speak = ({ text, voice }: SpeechSynthesisUtterance) => this.said.push(`${voice?.name}: ${text}`);
  cancel = () => this.said.push("cancel");
  addEventListener = (_kind: string, changed: () => void) => {
    this.changed = changed;
  };
  learn(...voices: Voice[]) {
    this.voices = voices;
    this.changed();
  }
}

const voiceWith = (speech: FakeSpeech | undefined, target = new EventTarget()) =>
  voiceOf(speech as unknown as SpeechSynthesis | undefined, target);

beforeEach(() => {
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      voice = null;
      lang = "";
      constructor(readonly text: string) {}
    },
  );
  vi.stubGlobal("navigator", { languages: ["en-US", "de-DE", "es-ES"] });
  language.value = "en";
});

test("it speaks with the voice of the language, and stops what it was saying", () => {
  const speech = new FakeSpeech(GERMAN, ENGLISH);
  const voice = voiceWith(speech);
  voice.say("Anna deals.");
  language.value = "de";
  voice.say("Anna gibt.");
  expect(speech.said).toEqual(["cancel", "Daniel: Anna deals.", "cancel", "Anna: Anna gibt."]);
});

test.each([
  ["of the country", ["es-419", "es", "es-ES"], "es-ES"],
  ["of the country, as Android writes it", ["es_US", "es_ES"], "es_ES"],
  ["of no country", ["es-419", "es"], "es"],
  ["of another country", ["de-DE", "es-419"], "es-419"],
])("of several voices, it has the one %s", (_which, langs, chosen) => {
  language.value = "es";
  const speech = new FakeSpeech(...langs.map((lang) => ({ lang, localService: true, name: lang })));
  voiceWith(speech).say("Ana reparte.");
  expect(speech.said.at(-1)).toBe(`${chosen}: Ana reparte.`);
});

test("it is hidden without a voice for the language, or with one that is elsewhere", () => {
  language.value = "es";
  expect(voiceWith(undefined).available.value).toBe(false);
  const speech = new FakeSpeech(GERMAN, ELSEWHERE);
  const voice = voiceWith(speech);
  expect(voice.available.value).toBe(false);
  voice.say("Ana reparte.");
  expect(speech.said).toEqual([]);
});

test("voices that come later are found", () => {
  const speech = new FakeSpeech();
  const voice = voiceWith(speech);
  expect(voice.available.value).toBe(false);
  speech.learn(ENGLISH);
  expect(voice.available.value).toBe(true);
});

test("the first tap makes the phone willing to read by itself, once", () => {
  const speech = new FakeSpeech(ENGLISH);
  const target = new EventTarget();
  voiceWith(speech, target).prime();
  target.dispatchEvent(new Event("pointerup"));
  target.dispatchEvent(new Event("pointerup"));
  expect(speech.said).toEqual(["cancel", "Daniel:  "]);
});

test("it stops", () => {
  const speech = new FakeSpeech(ENGLISH);
  const voice = voiceWith(speech);
  voice.say("Anna deals");
  voice.stop();
  expect(speech.said).toEqual(["cancel", "Daniel: Anna deals", "cancel"]);
});
