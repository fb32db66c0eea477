import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Chips } from "../components/chips";
import { Question } from "../components/dialog";
import { Field } from "../components/field";
import { t } from "../i18n";

interface Props {
  /** Those that tables have most often, each with a tap. */
  reasons: readonly string[];
  /** Whether everything else is said. */
  ready?: boolean;
  onOverrule: (reason: string) => void;
  onClose: () => void;
  /** Questions that come before the reason. */
  children?: ComponentChildren;
}

const LONGEST = 200;

/** Why the table insists on what the referee refuses. */
export function Overruling({ reasons, ready = true, onOverrule, onClose, children }: Props) {
  const [reason, setReason] = useState("");
  return (
    <Question
      title={t("Overrule the referee?")}
      yes={t("Overrule")}
      beside
      disabled={!ready || reason.trim() === ""}
      onYes={() => onOverrule(reason.trim())}
      onClose={onClose}
    >
      <p>{t("It is your table. Say why, so that nobody wonders later.")}</p>
      {children}
      <Chips
        label={t("Reasons")}
        options={reasons.map((text) => ({ value: text, label: text }))}
        chosen={reason}
        onPress={setReason}
      />
      <Field
        label={t("Reason")}
        value={reason}
        maxLength={LONGEST}
        enterKeyHint="done"
        onValue={setReason}
      />
    </Question>
  );
}
