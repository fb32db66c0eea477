import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { IsCounting } from "./counting";
import "./empty_state.css";

/** What to show where there is nothing yet: why, and what to do about it. Not before all games are counted. */
export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  if (useContext(IsCounting)) return null;
  return (
    <div class="stack empty-state">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
