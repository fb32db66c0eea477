import { expect, test } from "vitest";
import { deviceKind } from "../../src/screens/install/device";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15";

test.each([
  ["Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile", 5, "android"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15", 5, "iphone"],
  [MAC, 0, "mac"],
  [MAC, 5, "iphone"], // an iPad says that it is a Mac
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0", 10, "windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", 0, "other"],
  ["", 0, "other"],
])("%s", (agent, touchPoints, kind) => {
  expect(deviceKind(agent, touchPoints)).toBe(kind);
});
