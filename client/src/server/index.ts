/** What the package `@tableside/client` offers: `make sdk`, and sdk/typescript/README.md. */

export * from "./answers.js";
export * from "./apply.js";
export { type Connection, connect, type Options } from "./connection.js";
export { newId } from "./ids.js";
export { type Following, follow, type Listener } from "./live.js";
export { isRefused, type Problem, Refused, type Schemas, Unreachable } from "./problems.js";
export type { paths } from "./schema.js";
export {
  type GameEvent,
  type GroupEvent,
  ofGame,
  ofGroup,
  ofSharedGame,
  type Source,
} from "./sources.js";
