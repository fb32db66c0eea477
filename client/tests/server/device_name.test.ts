import { expect, test } from "vitest";
import { deviceName } from "../../src/server/device_name";

test.each([
  [
    "(iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1",
    "iPhone · Safari",
  ],
  ["(iPad; CPU OS 18_5 like Mac OS X) CriOS/141.0 Mobile Safari/604.1", "iPad · Chrome"],
  ["(Linux; Android 10; K) Chrome/141.0 Mobile Safari/537.36", "Android phone · Chrome"],
  [
    "(Linux; Android 13; SM-X200) SamsungBrowser/28.0 Chrome/130.0 Safari/537.36",
    "Android tablet · Samsung Internet",
  ],
  ["(X11; CrOS x86_64 14541.0.0) Chrome/141.0 Safari/537.36", "Chromebook · Chrome"],
  ["(Windows NT 10.0; Win64) Chrome/141.0 Safari/537.36 Edg/141.0", "Windows · Edge"],
  ["(Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1", "Mac · Safari"],
  ["(X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Linux · Firefox"],
  ["(iPhone; CPU iPhone OS 18_5 like Mac OS X) FxiOS/145.0 Safari/604.1", "iPhone · Firefox"],
  ["curl/8.0", ""],
])("%s is %s", (agent, name) => {
  expect(deviceName(`Mozilla/5.0 ${agent}`)).toBe(name);
});
