/** Hooks without a page: what they return is all that is drawn. */

import { type ContainerNode, h, options, render } from "preact";

// Effects come at once: a test whose clock stands still would never see them.
options.requestAnimationFrame = queueMicrotask;

// As much of an element as Preact needs to draw nothing.
export const nowhere = () =>
  ({ nodeType: 1, childNodes: [], ownerDocument: {} }) as unknown as ContainerNode;

/** Use a hook, as a screen with this prop does. */
export function using<Prop, Value>(hook: (prop: Prop) => Value, prop: Prop) {
  const parent = nowhere();
  const shown = { value: undefined as Value };
  function Screen({ given }: { given: Prop }) {
    shown.value = hook(given);
    return null;
  }
  const draw = (given: Prop) => render(h(Screen, { given }), parent);
  draw(prop);
  return { shown, draw, leave: () => render(null, parent) };
}
