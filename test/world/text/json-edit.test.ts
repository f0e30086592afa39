import fc from "fast-check";
import { expect, test } from "vitest";
import { editedJson, jsonLike } from "../../../src/world/text/json-edit.ts";

const text = `{
    "name": "app", "private": true,
    "files": ["a", "b"],
    "dependencies": {
        "a": "^1.0.0",
        "b": "^2.0.0"
    },
    "devDependencies": { "b": "^2.0.0" }
}
`;

test("an edited file keeps its lines, however they are written", () => {
  const value = { ...JSON.parse(text), dependencies: { a: "^1.0.0", b: "^1.9.0" } };
  expect(editedJson(text, value)).toBe(text.replace('"b": "^2.0.0"\n', '"b": "^1.9.0"\n'));
});

test("what is added gets the indentation and the line ends of the file", () => {
  const windows = text.replaceAll("\n", "\r\n");
  const edited = editedJson(windows, { ...JSON.parse(text), overrides: { c: "1.0.0" } });
  expect(JSON.parse(edited).overrides).toEqual({ c: "1.0.0" });
  expect(edited).toContain('\r\n    "overrides": {\r\n        "c": "1.0.0"\r\n    }\r\n}\r\n');
  expect(edited.replaceAll("\r\n", "")).not.toContain("\n");
});

test("a value on a line with others is changed there", () => {
  const value = JSON.parse(text);
  value.devDependencies.b = "^1.9.0";
  expect(editedJson(text, value)).toBe(text.replace('"b": "^2.0.0" }', '"b": "^1.9.0" }'));
});

test("an entry that goes leaves nothing behind, be it the first or the last", () => {
  const without = (name: string) => {
    const value = JSON.parse(text);
    delete value.dependencies[name];
    return editedJson(text, value);
  };
  expect(without("a")).toBe(text.replace('        "a": "^1.0.0",\n', ""));
  expect(without("b")).toBe(text.replace(',\n        "b": "^2.0.0"\n', "\n"));
});

test("any value replaces any other, and the same one changes nothing", () => {
  const json = fc.object({ maxDepth: 3 }).map((each) => JSON.parse(JSON.stringify(each)) as object);
  fc.assert(
    fc.property(json, json, fc.constantFrom(undefined, 1, "\t"), (before, after, indent) => {
      const text = JSON.stringify(before, null, indent);
      expect(editedJson(text, before)).toBe(text);
      expect(JSON.stringify(JSON.parse(editedJson(text, after)))).toBe(JSON.stringify(after));
    }),
  );
});

test("a new file is written like another one", () => {
  expect(jsonLike('{\n\t"a": 1\n}', { b: [2] })).toBe('{\n\t"b": [\n\t\t2\n\t]\n}');
  expect(jsonLike("{}\n", { b: 2 })).toBe('{\n  "b": 2\n}\n');
});
