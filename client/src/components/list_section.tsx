import type { ComponentChildren } from "preact";
import "./list_section.css";

interface Props {
  title: string;
  hint?: string;
  children?: ComponentChildren;
}

/** A part of a screen with a heading: lists reach from edge to edge, a `.section` has room around. */
export function ListSection({ title, hint, children }: Props) {
  return (
    <section class="list-section">
      <h2>{title}</h2>
      {hint && <p class="faint small">{hint}</p>}
      {children}
    </section>
  );
}
