import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../i18n";
import { onBack } from "../router";
import { Button, ButtonRow } from "./button";
import "./dialog.css";

interface Asked {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

interface Props extends Asked {
  /** Buttons at the bottom; without any there is one to close it. */
  actions?: ComponentChildren;
  /** Covers the whole screen, such as a QR code. */
  full?: boolean;
}

/** A dialog, open as long as it is rendered. Escape and the way back close it. */
export function Dialog({ title, onClose, actions, full, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    const stop = onBack(() => close.current());
    return () => {
      stop();
      // Once the dialog is gone, which would leave the focus nowhere.
      queueMicrotask(() => {
        if (opener instanceof HTMLElement && opener.isConnected) {
          opener.focus({ preventScroll: true });
        }
      });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      data-full={full || undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id} class="dialog-title" tabIndex={-1} dir="auto">
        {title}
      </h2>
      <div class="dialog-content">{children}</div>
      <div class="stack dialog-actions">
        {actions ?? <Button onClick={onClose}>{t("Close")}</Button>}
      </div>
    </dialog>
  );
}

interface QuestionProps extends Asked {
  /** What the button does, in words. */
  yes: string;
  onYes: () => unknown;
  /** The button that leaves everything as it is; "Cancel" by default. */
  no?: string;
  danger?: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** The buttons beside each other, the main one last. */
  beside?: boolean;
}

/** A dialog in which something is done, or not. */
export function Question(props: QuestionProps) {
  const { yes, onYes, no = t("Cancel"), danger, busy = false, disabled, beside, ...asked } = props;
  const leave = <Button onClick={asked.onClose}>{no}</Button>;
  const act = (
    <Button
      kind={danger ? "danger" : "main"}
      busy={busy}
      disabled={disabled}
      onClick={() => void onYes()}
    >
      {yes}
    </Button>
  );
  const actions = beside ? [leave, act] : [act, leave];
  return <Dialog {...asked} actions={beside ? <ButtonRow>{actions}</ButtonRow> : actions} />;
}
