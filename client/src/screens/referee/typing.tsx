/** Cards by letters and digits: a field for them, and the keyboard of a laptop that leads to it. */

import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/button";
import type { Colors } from "../../components/card_picker";
import { Field } from "../../components/field";
import { t } from "../../i18n";
import type { Schemas } from "../../store";
import { examples, legend, readCards, wordLetters } from "./typed_cards";

interface Props {
  deck: Schemas["Deck"];
  colors: Colors;
  onCards: (cards: string[]) => void;
  onBackspace: () => void;
  /** What else can be done about the cards; without it, only a keyboard leads to the field. */
  children?: ComponentChildren;
}

export function Typing({ deck, colors, onCards, onBackspace, children }: Props) {
  const [text, setText] = useState<string | null>(null); // null as long as there is no field
  const [error, setError] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isOpen = text !== null;
  const needsColors = colors === "needed";
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);

  function commit(typed: string): void {
    const { cards, unknown } = readCards(typed, deck, needsColors);
    if (unknown !== null) {
      setText(typed);
      setError(
        t("There is no {card} in this deck. Cards are written like this: {examples}", {
          card: unknown,
          examples: examples(deck, needsColors).join(", "),
        }),
      );
      return;
    }
    setError(undefined);
    setText("");
    if (cards.length > 0) onCards(cards); // a blank alone is none
  }
  /** A blank after a card is the end of it. */
  function type(typed: string): void {
    if (/[\s,;]$/u.test(typed)) {
      commit(typed);
      return;
    }
    setText(typed);
    setError(undefined);
  }
  useKeys(place, { onText: (key) => type((text ?? "") + key), onBackspace });

  return (
    <>
      {children && (
        <div class="wrapping referee-tools">
          <Button
            kind="plain"
            aria-expanded={isOpen}
            onClick={() => {
              setText(isOpen ? null : "");
              setError(undefined);
            }}
          >
            {t("Type cards")}
          </Button>
          {children}
        </div>
      )}
      <div
        ref={place}
        hidden={!isOpen}
        class={isOpen && children ? "section referee-typed" : undefined}
      >
        {isOpen && (
          <Field
            label={t("Cards")}
            hideLabel
            value={text}
            onValue={type}
            error={error}
            hint={`${examples(deck, needsColors).join(" ")} · ${legend(deck).join(", ")}`}
            autocapitalize="characters"
            enterKeyHint="done"
            spellcheck={false}
            dir="ltr"
            inputRef={field}
            onEnter={() => (text ? commit(text) : field.current?.blur())}
            onBackspace={onBackspace}
            after={
              <Button small kind="quiet" onClick={() => commit(text)}>
                {t("Add")}
              </Button>
            }
          />
        )}
      </div>
    </>
  );
}

/** What takes letters and digits itself. */
const TEXT = "input:not([type=radio], [type=checkbox]), textarea, select";

interface Keys {
  onText: (key: string) => void;
  onBackspace: () => void;
}

/** Listen as long as the place is shown, except while a field or a dialog above it takes the keys. */
function useKeys(place: RefObject<HTMLElement | null>, handlers: Keys): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      const { key, target } = event;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const onTop = [...document.querySelectorAll("dialog[open]")].at(-1) ?? null;
      if (place.current?.closest("dialog") !== onTop) return;
      if (target instanceof HTMLElement && target.closest(TEXT)) return;
      if (/^[rybgws\d]$/i.test(key) || wordLetters().has(key.toUpperCase()))
        latest.current.onText(key);
      else if (key === "Backspace") latest.current.onBackspace();
      else return;
      event.preventDefault();
    }
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
