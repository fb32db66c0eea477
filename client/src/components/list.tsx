import type { ComponentChildren } from "preact";
import { Face, type Faced } from "./face";
import "./list.css";

/** Rows below each other. */
export function List({ label, children }: { label?: string; children: ComponentChildren }) {
  return (
    <ul class="list" aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  /** Whose row it is: shows their face. */
  of?: Faced;
  title: ComponentChildren;
  /** `Tag`s beside the title. */
  tags?: ComponentChildren;
  /** A line of small print below. */
  detail?: ComponentChildren;
  /** At the end of the line, such as a date or a number. */
  end?: ComponentChildren;
  /** Where it leads, or what it does; a row without either only shows something. */
  href?: string;
  onPress?: () => void;
  chosen?: boolean;
}

/** A row of a list: text, perhaps a link or a button. */
export function ListRow({ of, title, tags, detail, end, href, onPress, chosen }: RowProps) {
  const content = (
    <>
      {of && <Face of={of} />}
      <span class="row list-title">
        <span class="two-lines">{title}</span>
        {tags}
      </span>
      {end !== undefined && <span class="list-end">{end}</span>}
      {detail !== undefined && <span class="list-detail faint small">{detail}</span>}
    </>
  );
  return (
    <li class="list-item" data-chosen={chosen || undefined}>
      {href ? (
        <a class="row list-row" href={href}>
          {content}
        </a>
      ) : onPress ? (
        <button type="button" class="row list-row" aria-pressed={chosen} onClick={onPress}>
          {content}
        </button>
      ) : (
        <div class="row list-row">{content}</div>
      )}
    </li>
  );
}
