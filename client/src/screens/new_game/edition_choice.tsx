import { Card } from "../../components/card";
import { t } from "../../i18n";
import { EDITION_NAMES, type EditionName, editionOf } from "../../store/editions";

/** Cards that tell the editions apart at a glance. */
const CARDS: Readonly<Record<EditionName, readonly string[]>> = {
  classic: ["R7", "W"],
  flip: ["B8", "W8"],
  express: ["G5", "S"],
};

interface Props {
  value: EditionName;
  onChange: (edition: EditionName) => void;
}

/** Three tiles, one for each edition. */
export function EditionChoice({ value, onChange }: Props) {
  return (
    <fieldset class="editions section">
      <legend class="visually-hidden">{t("Edition")}</legend>
      <div class="edition-tiles">
        {EDITION_NAMES.map((name) => (
          <label key={name} class="segment edition-tile">
            <input
              type="radio"
              name="edition"
              class="visually-hidden"
              checked={name === value}
              onChange={() => onChange(name)}
            />
            <span class="edition-cards" aria-hidden="true">
              {CARDS[name].map((card) => (
                <Card key={card} card={card} small />
              ))}
            </span>
            <span class="segment-label">{editionOf(name).name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
