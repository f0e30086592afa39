import { expect, test } from "vitest";
import { errorNames } from "../../../../src/causes/state/driver/error-names.ts";

test.each([
  [
    "pytest",
    ">       return 1 / 0\nE       ZeroDivisionError: division by zero\n\nx.py:3: ZeroDivisionError",
    "ZeroDivisionError",
  ],
  ["pytest's assert", "E       assert 0 == 40\n\ntests/test_cart.py:32: AssertionError", "AssertionError"],
  ["a module's exception", "E   json.decoder.JSONDecodeError: Expecting value", "JSONDecodeError"],
  [
    "unittest",
    "Traceback (most recent call last):\n  File x, line 3\nIndexError: list index out of range",
    "IndexError",
  ],
  ["vitest", "\u001b[31m\u001b[1mTypeError\u001b[22m: Cannot read properties\u001b[39m", "TypeError"],
  ["jest", "  ● a cart › has no book\n\n    TypeError: Cannot read properties of undefined", "TypeError"],
  ["node:test", "  error: 'Expected 1'\n  code: 'ERR_ASSERTION'\n  name: 'AssertionError'", "AssertionError"],
  ["node:test for people", "  AssertionError [ERR_ASSERTION]: Expected 1", "AssertionError"],
  ["source lines", "    raise ValueError(text)\n    } catch (error: TypeError) {", ""],
])("of %s are found", (_, output, names) => {
  expect(errorNames(output).join(" ")).toBe(names);
});

test("each is named once, in one order", () => {
  expect(errorNames("KeyError: 1\nTypeError: 2\nKeyError: 3")).toEqual(errorNames("TypeError: 2\nKeyError: 1"));
});
