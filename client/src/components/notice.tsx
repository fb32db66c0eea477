import type { ComponentChildren } from "preact";
import "./notice.css";

interface Props {
  /** `say` asks or explains, `no` refuses or warns. */
  tone?: "say" | "no";
  /** The point of it, in bold. */
  title?: ComponentChildren;
  /** Buttons below the text. */
  actions?: ComponentChildren;
  /** Read aloud when it appears. */
  live?: boolean;
  children?: ComponentChildren;
}

/** Words of the referee or of the phone, within the screen. */
export function Notice({ tone = "say", title, actions, live, children }: Props) {
  return (
    <div class="notice" data-tone={tone} role={live ? "status" : undefined}>
      <div class="notice-text">
        {title && <strong>{title}</strong>} {children}
      </div>
      {actions && <div class="wrapping notice-actions">{actions}</div>}
    </div>
  );
}
