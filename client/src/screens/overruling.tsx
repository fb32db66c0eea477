import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Button, ButtonRow } from "../components/button";
import { Chip, Chips } from "../components/chips";
import { Dialog } from "../components/dialog";
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
  const reason = useSignal("");
  return (
    <Dialog
      title={t("Overrule the referee?")}
      onClose={onClose}
      actions={
        <ButtonRow>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            kind="main"
            disabled={!ready || reason.value.trim() === ""}
            onClick={() => onOverrule(reason.peek().trim())}
          >
            {t("Overrule")}
          </Button>
        </ButtonRow>
      }
    >
      <p>{t("It is your table. Say why, so that nobody wonders later.")}</p>
      {children}
      <Chips label={t("Reasons")}>
        {reasons.map((text) => (
          <Chip
            key={text}
            label={text}
            chosen={reason.value === text}
            onPress={() => {
              reason.value = text;
            }}
          />
        ))}
      </Chips>
      <Field
        label={t("Reason")}
        value={reason.value}
        maxLength={LONGEST}
        enterKeyHint="done"
        onValue={(value) => {
          reason.value = value;
        }}
      />
    </Dialog>
  );
}
