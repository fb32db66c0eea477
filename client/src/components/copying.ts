import { useState } from "preact/hooks";
import { t } from "../i18n";
import { announce } from "./announcer";

/** To copy a text or send it from the phone; `select` selects it where it stands, if it must. */
export function useSending(text: string, select: () => void, data: ShareData = { text }) {
  const [done, setDone] = useState<"copied" | "selected" | null>(null);
  const copy = async () => {
    const copied = await copyText(text, select);
    setDone(copied ? "copied" : "selected");
    announce(copied ? t("Copied") : selectedWords());
  };
  const send = async () => {
    try {
      await navigator.share(data);
    } catch (error) {
      if ((error as DOMException).name !== "AbortError") await copy();
    }
  };
  return {
    copy,
    send,
    copyLabel: done === "copied" ? t("Copied") : t("Copy"),
    hint: done === "selected" ? selectedWords() : null,
  };
}

function selectedWords(): string {
  return t("Selected: copy it from the menu of your phone");
}

/** Copy a text; false if the browser lets nobody: then `select` has selected it where it stands. */
async function copyText(text: string, select: () => void): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed: as without a secure context.
    }
  }
  select();
  return document.execCommand("copy"); // all there is on http://192.168.…
}
