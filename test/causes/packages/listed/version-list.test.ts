import { expect, test } from "vitest";
import { differingVersions, readVersions, versionsText } from "../../../../src/causes/packages/listed/version-list.ts";

const versionsIn = (text: string) => [...readVersions(text, "old.txt")].map(([name, { version }]) => [name, version]);

test.each([
  [
    "dpkg-query -W",
    "libc6:amd64\t2.36-9\ngit\t1:2.39.5\n",
    [
      ["libc6:amd64", "2.36-9"],
      ["git", "1:2.39.5"],
    ],
  ],
  [
    "pip freeze",
    "six==1.16.0\n# pins\n\nattrs==23.1\n",
    [
      ["six", "1.16.0"],
      ["attrs", "23.1"],
    ],
  ],
  ["code --list-extensions --show-versions", "ms-python.python@2026.1.0\n", [["ms-python.python", "2026.1.0"]]],
  ["npm ls", "@types/node@20.1.0\n", [["@types/node", "20.1.0"]]],
  ["conda list --export", "numpy=1.26.4=py311\n", [["numpy", "1.26.4=py311"]]],
  [
    ".tool-versions",
    "nodejs 20.11.1 # the server's\npython 3.12.1\n",
    [
      ["nodejs", "20.11.1"],
      ["python", "3.12.1"],
    ],
  ],
  ["composer show", "acme/table   2.1.0\n", [["acme/table", "2.1.0"]]],
  ["docker image ls", "localhost:5000/db\t16.0\n", [["localhost:5000/db", "16.0"]]],
  ["brew list --versions", "node 20.1.0 22.2.0\n", [["node", "20.1.0 22.2.0"]]],
])("the lines of %s are names and versions", (_, text, expected) => {
  expect(versionsIn(text)).toEqual(expected);
});

test.each([
  ["six\n", 'old.txt:1: a line has to be a name and a version, not "six".'],
  ["a 1\na 2\n", "old.txt:2: a is there twice."],
  ["# nothing\n", "old.txt lists nothing"],
])("%j is refused", (text, message) => {
  expect(() => readVersions(text, "old.txt")).toThrow(message);
});

test("a comment at the end of a line is no part of the version, and stays in the line", () => {
  const [old, now] = [readVersions("a 1\nb 2 # fast\n", "old"), readVersions("a 1 # slow\nb 3\n", "new")];
  expect(differingVersions(old, now)).toEqual(["b"]);
  expect(versionsText(old)).toBe("a 1\nb 2 # fast\n");
});

test("what differs is named, and lines stay as they were", () => {
  const [old, now] = [readVersions("a 1\nb==2\nc 3\n", "old"), readVersions("a 1\nb==3\nd 4\n", "new")];
  expect(differingVersions(old, now)).toEqual(["b", "c", "d"]);
  expect(versionsText(now)).toBe("a 1\nb==3\nd 4\n");
});
