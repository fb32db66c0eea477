/** Keys in a field for a line of text. */

import type { VNode } from "preact";
import { expect, test, vi } from "vitest";
import { Field } from "../../src/components/field";
import { using } from "../screens/using";

type Drawn = VNode<{ children?: unknown; onKeyDown?: (event: unknown) => void }>;

function inputIn(drawn: unknown): Drawn | undefined {
  if (Array.isArray(drawn)) return drawn.map(inputIn).find(Boolean);
  const node = drawn as Drawn | undefined;
  return node?.type === "input" ? node : node?.props && inputIn(node.props.children);
}

test("Enter is done once the name is written, not while an input method composes it", () => {
  const onEnter = vi.fn();
  const { shown } = using(Field, { label: "Name", value: "みお", onValue: () => {}, onEnter });
  const press = (isComposing: boolean) =>
    inputIn(shown.value)?.props.onKeyDown?.({ key: "Enter", isComposing, preventDefault() {} });
  press(true);
  expect(onEnter).not.toHaveBeenCalled();
  press(false);
  expect(onEnter).toHaveBeenCalledOnce();
});
