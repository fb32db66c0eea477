/** Which kind of device this is: each trusts a certificate in its own way. */

export const DEVICES = ["android", "iphone", "windows", "mac", "other"] as const;
export type DeviceKind = (typeof DEVICES)[number];

const SIGNS: readonly (readonly [sign: RegExp, kind: DeviceKind])[] = [
  [/iPhone|iPad|iPod/, "iphone"],
  [/Android/, "android"],
  [/Windows/, "windows"],
  [/Macintosh/, "mac"],
];

/** An iPad says that it is a Mac, but no Mac can be touched. */
export function deviceKind(agent: string, touchPoints: number): DeviceKind {
  const found = SIGNS.find(([sign]) => sign.test(agent))?.[1] ?? "other";
  return found === "mac" && touchPoints > 1 ? "iphone" : found;
}
