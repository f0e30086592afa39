import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outputToJudge, placeMark } from "../../../../src/causes/state/driver/printed-output.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const failing = { before: "bad ", buffered: "worse " };
const judged = (output: string, passingRest?: string) => {
  const splice = { failing, ...(passingRest === undefined ? {} : { passingRest }) };
  return outputToJudge(Buffer.from(output), { splice }).toString();
};

test("what the failing run had printed at the place takes the place of what the passing run had", () => {
  expect(judged(`good ${placeMark}0;rest`)).toBe("bad worse rest");
});

test("bytes that the program had still in its buffers belong to what was printed before", () => {
  expect(judged(`good ${placeMark}5;more rest`)).toBe("bad worse rest");
});

test("where a crash has lost what was in the buffers, the failing run would have lost it too", () => {
  expect(judged(`good ${placeMark}5;`)).toBe("bad ");
});

test("a run that prints from the place on what the passing run prints is judged by its own output", () => {
  expect(judged(`good ${placeMark}5;more rest`, "rest")).toBe("good more rest");
  expect(judged(`good ${placeMark}5;more other`, "rest")).toBe("bad worse other");
});

test("without a mark, or with nothing to splice, it is the output itself", () => {
  expect(judged("good rest")).toBe("good rest");
  expect(outputToJudge(Buffer.from(`good ${placeMark}0;rest`), {}).toString()).toBe("good rest");
});

test("the parts can be written to a file, byte by byte", () => {
  const printedFile = join(temporaryFolder("printed"), "printed.json");
  const output = Buffer.concat([Buffer.from([0xe9]), Buffer.from(`${placeMark}1;xrest`)]);
  outputToJudge(output, { printedFile });
  const written = JSON.parse(readFileSync(printedFile, "utf8"));
  expect(written).toEqual({ before: "\u00e9", buffered: "x", rest: "rest" });
});
