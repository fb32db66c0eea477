import type { Schemas } from "../server/problems";
import "./face.css";

/** A player, as far as a face needs to know. */
export type Faced = Pick<Schemas["PlayerReference"], "name" | "color" | "sign">;

interface Props {
  of: Faced;
  size?: "small" | "large";
}

/** A player's color and sign. Always beside the name, so that screen readers pass it over. */
export function Face({ of, size }: Props) {
  return (
    <span class="face" style={inColor(of.color)} data-size={size} aria-hidden="true">
      {signOf(of)}
    </span>
  );
}

/** Several players in a line, in small. */
export function Faces({ of }: { of: readonly Faced[] }) {
  return (
    <span class="faces" aria-hidden="true">
      {of.map((one, index) => (
        <Face key={index} of={one} size="small" />
      ))}
    </span>
  );
}

/** A style in which `--own` is the color of a player, for what is inside, too. */
export function inColor(color: Faced["color"] | undefined) {
  return color && { "--own": `var(--${color})` };
}

/** The sign of a player; by default the first letter of the name. */
export function signOf({ name, sign }: Faced): string {
  return sign ?? (name.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? [...name][0] ?? "").toLocaleUpperCase();
}
