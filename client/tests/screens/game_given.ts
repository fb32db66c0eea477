/** In place of `opened_game`: the game that a screen is about is given with its address. */

import { type ComponentType, h } from "preact";

type Props = Record<"view" | "params", unknown>;

export const aboutGame =
  (_title: unknown, Content: ComponentType<Props>) => (given: Pick<Props, "params">) =>
    h(Content, { ...given, view: (given.params as { game: unknown }).game });
