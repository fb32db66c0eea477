import { signal } from "@preact/signals";

/** The name that somebody types who is new here: asked once, whether they begin a game or join. */
export const typedName = signal("");
