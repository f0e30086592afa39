import { expect, test } from "vitest";
import { otherPath } from "../../../src/causes/why/circumstances/place.ts";
import type { Context } from "../../../src/causes/why/context.ts";
import type { TestedCommand } from "../../../src/causes/why/worlds/tested-command.ts";

const tested: TestedCommand = {
  command: { argv: ["npx", "mocha"], cwd: "/shop/api", root: "/shop" },
  victim: { file: "/shop/api/price.test.js", names: ["a tenth of tax"] },
  isAlone: false,
  known: [],
};

/** What tells the world at another path from others, in a session whose folder is given. */
function contentIn(sharedFolder: string, of: TestedCommand): string {
  return otherPath({ run: { sharedFolder }, tested: of } as unknown as Context)[0]!.world(1).content;
}

test("a test at another path is the same world in every session: a step after it can be retraced", () => {
  const first = contentIn("/tmp/session-1", tested);
  expect(contentIn("/tmp/session-2", tested)).toBe(first);
  const other = { ...tested, victim: { ...tested.victim!, file: "/shop/api/tax.test.js" } };
  expect(contentIn("/tmp/session-1", other)).not.toBe(first);
});
