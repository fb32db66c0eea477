import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import "./button.css";

export type ButtonKind = "main" | "quiet" | "ghost" | "danger" | "plain";

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type" | "size"> {
  /** `main` is the next step, one per screen; `plain` is a word in a bar. */
  kind?: ButtonKind;
  /** Lower, for buttons beside each other. */
  small?: boolean;
  /** Shows that it works, and takes no second press. */
  busy?: boolean;
  type?: "button" | "submit";
  children: ComponentChildren;
}

/** A button; `ghost` by default. */
export function Button({ kind = "ghost", small, busy, type = "button", children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      class={["button", rest.class].filter(Boolean).join(" ")}
      data-kind={kind}
      data-small={small || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {children}
    </button>
  );
}

export interface LinkProps {
  href: string;
  kind?: ButtonKind;
  small?: boolean;
  children: ComponentChildren;
}

/** A link that looks like a button: it leads to another screen. */
export function ButtonLink({ href, kind = "ghost", small, children }: LinkProps) {
  return (
    <a class="button" href={href} data-kind={kind} data-small={small || undefined}>
      {children}
    </a>
  );
}

/** Buttons beside each other, as wide as each other; below each other if there is no room. */
export function ButtonRow({ children }: { children: ComponentChildren }) {
  return <div class="wrapping button-row">{children}</div>;
}
