/** What this device is called in the list of devices. */

const KINDS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android.*Mobile/, "Android phone"],
  [/Android/, "Android tablet"],
  [/CrOS/, "Chromebook"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS/, "Mac"],
  [/Linux/, "Linux"],
];
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Firefox|FxiOS/, "Firefox"],
  [/Edg/, "Edge"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Chrome|CriOS|Chromium/, "Chrome"],
  [/Safari/, "Safari"],
];

/** Such as "Android phone · Chrome"; empty if the browser says nothing. */
export function deviceName(agent = navigator.userAgent): string {
  const named = [KINDS, BROWSERS].map(
    (list) => list.find(([sign]) => sign.test(agent))?.[1] ?? null,
  );
  return named.filter((name) => name !== null).join(" · ");
}
