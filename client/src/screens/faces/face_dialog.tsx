import { useState } from "preact/hooks";
import { Button } from "../../components/button";
import { Question } from "../../components/dialog";
import { Face, type Faced } from "../../components/face";
import { Field } from "../../components/field";
import { t } from "../../i18n";
import { listed } from "../../i18n/names";
import { COLORS } from "../../store";
import { isSign, SIGNS } from "./signs";
import "./faces.css";

interface Props {
  player: Faced;
  /** The others of the group, who are to look different. */
  others: readonly Faced[];
  onTake: (face: Pick<Faced, "color" | "sign">) => void;
  onClose: () => void;
}

/** Choose a color and a sign, by which the table recognizes a player at a glance. */
export function FaceDialog({ player, others, onTake, onClose }: Props) {
  const [color, setColor] = useState(player.color);
  const [typed, setTyped] = useState(player.sign ?? "");
  const clean = typed.trim();
  const isWrong = clean !== "" && !isSign(clean);
  const sign = clean === "" || isWrong ? null : clean;
  const same = others.filter((one) => one.color === color).map(({ name }) => name);
  return (
    <Question
      title={t("The face of {name}", { name: player.name })}
      yes={t("Take this face")}
      beside
      disabled={isWrong}
      onYes={() => onTake({ color, sign })}
      onClose={onClose}
    >
      <div class="face-shown">
        <Face of={{ name: player.name, color, sign }} size="large" />
      </div>
      <fieldset class="face-choices">
        <legend>{t("Color: {color}", { color: COLOR_NAMES[color]() })}</legend>
        {COLORS.map((one) => (
          <label key={one} class="face-choice">
            <input
              type="radio"
              name="color"
              class="visually-hidden"
              aria-label={COLOR_NAMES[one]()}
              checked={one === color}
              onChange={() => setColor(one)}
            />
            <Face of={{ name: player.name, color: one, sign }} />
          </label>
        ))}
      </fieldset>
      {same.length > 0 && (
        <p class="faint small">{t("Also the color of {names}.", { names: listed(same) })}</p>
      )}
      <fieldset class="face-choices">
        <legend>{t("Sign")}</legend>
        {SIGNS.map((one) => (
          <label key={one} class="face-choice">
            <input
              type="radio"
              name="sign"
              class="visually-hidden"
              aria-label={one}
              checked={one === clean}
              onChange={() => setTyped(one)}
            />
            <span class="face-sign" aria-hidden="true">
              {one}
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        label={t("Or one or two letters, or another emoji")}
        value={typed}
        onValue={setTyped}
        error={isWrong ? t("Give one emoji, or one or two letters.") : undefined}
        hint={t("Empty: the first letter of the name.")}
        after={
          <Button small disabled={typed === ""} onClick={() => setTyped("")}>
            {t("Clear")}
          </Button>
        }
      />
    </Question>
  );
}

const COLOR_NAMES: Record<Faced["color"], () => string> = {
  plum: () => t("plum"),
  orange: () => t("orange"),
  petrol: () => t("petrol"),
  raspberry: () => t("raspberry"),
  indigo: () => t("indigo"),
  umber: () => t("umber"),
  lilac: () => t("lilac"),
  slate: () => t("slate"),
};
