import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { captureFormat, readCapture } from "../../../../src/causes/why/against/capture.ts";
import { UserError } from "../../../../src/core/user-error.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const whole = {
  format: captureFormat,
  date: "2026-11-18T06:00:00.000Z",
  test: ["./check.sh"],
  outcome: "fail",
  ended: "exit 1",
  failing: { failure: {}, whole: {} },
  machine: { limits: {} },
  tools: {},
  environment: { values: {}, hashes: {}, key: "" },
};

function read(text: string) {
  const path = join(temporaryFolder("capture"), "capture.json");
  writeFileSync(path, text);
  return readCapture(path);
}

test("a capture is read as it was written", () => {
  expect(read(JSON.stringify(whole))).toEqual(whole);
});

test.each(["", "null", "3", "[]", '"culprit-capture-1"', "{}"])("%j is no capture", (text) => {
  expect(() => read(text)).toThrow(UserError);
});

test.each(Object.keys(whole).filter((name) => !["test", "ended"].includes(name)))(
  "a capture without its %s is refused",
  (name) => {
    expect(() => read(JSON.stringify({ ...whole, [name]: undefined }))).toThrow(/capture it again|no file of culprit/);
  },
);
