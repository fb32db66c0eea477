import { play } from "../../components/fanfare";
import { Switch } from "../../components/field";
import { Segmented } from "../../components/segmented";
import { Select } from "../../components/select";
import { voice } from "../../components/voice";
import { LANGUAGES, type Language, t } from "../../i18n";
import { percentWords } from "../../i18n/formats";
import { account, changeMe, changeSettings, type Settings, settings } from "../../store";

type Theme = Settings["theme"];
const SIZES: readonly Settings["textSize"][] = [100, 125, 150, 200];

/** Language, colors, size of the text, and what the phone may use. */
export function Appearance() {
  const { language, theme, textSize, vibration, sound, dataSaver, readAloud } = settings.value;
  const themes: readonly { value: Theme; label: string }[] = [
    { value: "auto", label: t("As the phone") },
    { value: "light", label: t("Light") },
    { value: "dark", label: t("Dark") },
  ];
  const languages: { value: Language | "auto"; label: string }[] = [
    { value: "auto", label: t("As the phone") },
    ...Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label })),
  ];
  async function choose(chosen: Language | "auto") {
    const next = chosen === "auto" ? null : chosen;
    await changeSettings({ language: next });
    if (account.peek()) await changeMe({ language: next }); // for e-mails
  }
  return (
    <section class="section">
      <h2>{t("This phone")}</h2>
      <Select
        label={t("Language")}
        options={languages}
        value={language ?? "auto"}
        onChange={(chosen) => void choose(chosen)}
      />
      <Segmented
        legend={t("Colors")}
        options={themes}
        value={theme}
        onChange={(next) => void changeSettings({ theme: next })}
      />
      <Segmented
        legend={t("Size of the text")}
        options={SIZES.map((value) => ({ value, label: percentWords(value) }))}
        value={textSize}
        onChange={(next) => void changeSettings({ textSize: next })}
      />
      {"vibrate" in navigator && (
        <Switch
          label={t("Vibrate")}
          hint={t("A short buzz with every key, and a long one when a game is won.")}
          on={vibration}
          onChange={(on) => void changeSettings({ vibration: on })}
        />
      )}
      <Switch
        label={t("Victory sound")}
        hint={t("Four notes when a game is won.")}
        on={sound}
        onChange={(on) => {
          if (on) play();
          void changeSettings({ sound: on });
        }}
      />
      {voice.available.value && (
        <Switch
          label={t("Read aloud")}
          hint={t(
            "Verdicts, how it stands after a round, and who deals, in the phone’s own voice.",
          )}
          on={readAloud}
          onChange={(on) => {
            if (on) voice.say(t("Verdicts and standings are read aloud.")); // in the tap: phones want it
            void changeSettings({ readAloud: on });
          }}
        />
      )}
      <Switch
        label={t("Save data")}
        hint={t("The referee is loaded to this phone (4 MB, once) only if you ask for it.")}
        on={dataSaver}
        onChange={(on) => void changeSettings({ dataSaver: on })}
      />
    </section>
  );
}
