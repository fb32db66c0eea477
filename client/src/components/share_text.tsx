import { useId, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Button } from "./button";
import { useSending } from "./copying";
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
  const canSend = "share" in navigator;
  const select = () => {
    field.current?.focus();
    field.current?.setSelectionRange(0, link.length);
  };
  const { copy, send, copyLabel, hint } = useSending(link, select, { url: link, text });

  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="wrapping field-line">
        <input
          ref={field}
          id={id}
          readOnly
          dir="ltr"
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button small onClick={canSend ? send : copy}>
          {canSend ? t("Send") : copyLabel}
        </Button>
      </div>
      {hint && <p class="faint small">{hint}</p>}
    </div>
  );
}
