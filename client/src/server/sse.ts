/** Server-sent events, read from the body of an answer piece by piece. */

export interface Message {
  /** The kind; `message` if the server names none. */
  event: string;
  data: string;
}

/** A reader that is fed pieces of a stream and returns the messages that are complete by then. */
export function messageReader(): (piece: string) => Message[] {
  let rest = "";
  let event = "";
  let data: string[] = [];

  return (piece) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    const messages: Message[] = [];
    for (const raw of lines) {
      const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
      if (line === "") {
        if (data.length > 0) messages.push({ event: event || "message", data: data.join("\n") });
        event = "";
        data = [];
        continue;
      }
      const colon = line.indexOf(":");
      const field = colon < 0 ? line : line.slice(0, colon); // empty: a comment, as heartbeats are
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "event") event = value;
      if (field === "data") data.push(value);
    }
    return messages;
  };
}
