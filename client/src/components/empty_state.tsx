import type { ComponentChildren } from "preact";
import "./empty_state.css";

/** What to show where there is nothing yet: why, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="stack empty-state">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
