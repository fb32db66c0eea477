import { useLayoutEffect } from "preact/hooks";

/**
 * Read whenever one of the values is another; `take` gets it, unless the screen is elsewhere by then.
 *
 * What is remembered on this phone is there before the first frame.
 */
export function useRead<Value>(
  read: () => Promise<Value>,
  take: (value: Value) => void,
  values: readonly unknown[],
): void {
  useLayoutEffect(() => {
    let wanted = true;
    void read().then((value) => {
      if (wanted) take(value);
    });
    return () => {
      wanted = false;
    };
  }, values);
}
