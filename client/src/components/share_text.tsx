import { useId, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { announce } from "./announcer";
import { Button } from "./button";
import { copyText } from "./copying";
import "./field.css";

interface Props {
  label: string;
  /** The address to pass on. */
  link: string;
  /** What is sent with it. */
  text: string;
}

/** A link to pass on: sent where the phone can, copied otherwise, and selectable in any case. */
export function ShareText({ label, link, text }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState<"copied" | "selected" | null>(null);
  const canSend = "share" in navigator;

  async function copy() {
    const copied = await copyText(link, () => {
      field.current?.focus();
      field.current?.setSelectionRange(0, link.length);
    });
    setDone(copied ? "copied" : "selected");
    announce(copied ? t("Copied") : t("Selected: copy it from the menu of your phone"));
  }
  async function send() {
    try {
      await navigator.share({ url: link, text });
    } catch (error) {
      if ((error as DOMException).name !== "AbortError") await copy();
    }
  }

  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="field-line">
        <input
          ref={field}
          id={id}
          readOnly
          dir="ltr"
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button small onClick={canSend ? send : copy}>
          {canSend ? t("Send") : done === "copied" ? t("Copied") : t("Copy")}
        </Button>
      </div>
      {done === "selected" && (
        <p class="field-hint">{t("Selected: copy it from the menu of your phone")}</p>
      )}
    </div>
  );
}
