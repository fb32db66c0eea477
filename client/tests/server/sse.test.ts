import { expect, test } from "vitest";
import { messageReader } from "../../src/server/sse";

const STREAM =
  'data: first\n\nretry: 2000\n\nid: 1\nevent: table\ndata: {"a":\ndata: 1}\n\n:\n\nevent: ended\r\ndata: {}\r\n\r\ndata:x\n\n' +
  "data\n\nevent: a:b\ndata:  two words\n\n:data: none\n\ndata:no space\n\n";
const MESSAGES = [
  { event: "message", data: "first" },
  { event: "table", data: '{"a":\n1}' },
  { event: "ended", data: "{}" },
  { event: "message", data: "x" },
  { event: "message", data: "" },
  { event: "a:b", data: " two words" },
  { event: "message", data: "no space" },
];

test("a stream reads the same however it is cut into pieces", () => {
  for (let size = 1; size <= STREAM.length; size += 1) {
    const feed = messageReader();
    const found = [];
    for (let at = 0; at < STREAM.length; at += size)
      found.push(...feed(STREAM.slice(at, at + size)));
    expect(found).toEqual(MESSAGES);
  }
});
