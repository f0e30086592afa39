import fc from "fast-check";
import { expect, test } from "vitest";
import { readVariables, variableLine } from "../../../src/causes/env/env-file.ts";

const read = (text: string) =>
  Object.fromEntries([...readVariables(Buffer.from(text), "x.env")].map(([name, { value }]) => [name, value]));

test.each([
  ["plain lines as env prints them", "A=1\nB=a b # c\nC=", { A: "1", B: "a b # c", C: "" }],
  ["comments, empty lines and export", "# A=1\n\n  # B\nexport C=3\n  D=4\nexport=5", { C: "3", D: "4", export: "5" }],
  ["single quotes as they are", "A='x\\n\"y\"' # z", { A: 'x\\n"y"' }],
  ["double quotes with escapes", 'A="x\\ty \\"z\\" \\\\ \\$1 \\d"', { A: 'x\ty "z" \\ $1 \\d' }],
  [
    "names that no shell has",
    "BASH_FUNC_f%%=() { :; }\nnpm_config_//r/:_a=1",
    { "BASH_FUNC_f%%": "() { :; }", "npm_config_//r/:_a": "1" },
  ],
  [
    "a name with the same name as what objects have",
    "__proto__=1\nconstructor=2",
    { ["__proto__"]: "1", constructor: "2" },
  ],
])("reads %s", (_, text, variables) => {
  expect(Object.entries(read(text))).toEqual(Object.entries(variables));
});

test.each([
  ["spaces around =", "\nA = 1\n", "x.env, line 2: this is not NAME=VALUE: A = 1"],
  ["no name", "=1\n", "x.env, line 1"],
  ["a quote that is not closed", "A='1\n", "x.env, line 1: the value of A starts with a quote"],
  ["something behind the quote", 'A="1"2\n', "x.env, line 1: the value of A starts with a quote"],
  ["a function of a shell", "BASH_FUNC_f%%=() {  echo\n}\n", "write the files with env -0"],
  ["a record of env -0 that is none", "A=1\0B\0", "not NAME=VALUE: B"],
])("refuses %s", (_, text, said) => {
  expect(() => read(text)).toThrow(said);
});

test("what is written is read back, whatever the value", () => {
  const value = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."'\"\\\n\r #=$a") }));
  fc.assert(
    fc.property(value, (written) => {
      fc.pre(!written.includes("\0"));
      expect(read(variableLine("A", written))).toEqual({ A: written });
    }),
  );
});
