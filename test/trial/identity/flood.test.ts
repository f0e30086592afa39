import { expect, test } from "vitest";
import { identify, lastErrorLine } from "../../../src/trial/identity/identify.ts";
import { flood, pieces } from "./floods.ts";

// `npm run bench -- identity` prints how the time grows. Here an expression that takes quadratic time would not end
// within the limit: it would need 10^11 steps.
test.each(pieces.map((piece) => [JSON.stringify(piece.slice(0, 40)), piece] as const))(
  "a flood of %s is read to its end, and as the same failure however long it is",
  (_, piece) => {
    const candidate = ["/in/a.js", "a.js"];
    const [short, long] = [50_000, 400_000].map((length) => flood(piece, length));
    expect(identify(long!, candidate)?.kind).toBe(identify(short!, candidate)?.kind);
    expect(typeof lastErrorLine(long!, candidate)).toBe(typeof lastErrorLine(short!, candidate));
  },
);
