import type { ComponentChildren } from "preact";
import "./tag.css";

/** A small word beside a name, such as "deals"; `on` if it matters now. */
export function Tag({ on, children }: { on?: boolean; children: ComponentChildren }) {
  return (
    <span class="tag" data-on={on || undefined}>
      {children}
    </span>
  );
}
