import { expect, test } from "vitest";
import { inputSchemaOf } from "../../src/mcp/input-schema.ts";

const words = { type: "array", items: { type: "string" } };
const tool = {
  name: "start",
  properties: {
    command: { type: "string", enum: ["input", "clock"] },
    test: { ...words, minItems: 1 },
    args: words,
    folder: { type: "string" },
    wait: { type: "number", minimum: 0, maximum: 50 },
    step: { type: "integer", minimum: 1 },
  },
  required: ["command"],
};

test.each([
  [{ command: "input", wait: 5 }, undefined],
  [{ command: "input", test: ["npm", "test"], args: [], step: 1, folder: "." }, undefined],
  [{ command: "input", timeout: 5 }, "there is no timeout. start takes command, test, args, folder, wait, step."],
  [{ command: "bisect" }, "command is one of input, clock."],
  [{}, "command is missing. It is one of input, clock."],
  [{ command: "input", wait: 60 }, "wait is a number from 0 to 50."],
  [{ command: "input", wait: "5" }, "wait is a number from 0 to 50."],
  [{ command: "input", step: 0.5 }, "step is an integer of at least 1."],
  [{ command: "input", folder: 1 }, "folder is a text."],
  [{ command: "input", test: "npm test" }, 'test is a list of words, as in ["npm","test"].'],
  [{ command: "input", test: "make && ./a" }, 'test is a list of words, as in ["sh","-c","make && ./a"].'],
  [{ command: "input", test: [] }, 'test is a list of words, such as ["npm","test"].'],
  [{ command: "input", args: [1] }, "args is a list of words, each of them a text."],
  [null, "command is missing. It is one of input, clock."],
])("what is wrong with %j is said", async (given, message) => {
  const result = await inputSchemaOf(tool)["~standard"].validate(given);
  expect(result.issues?.[0]?.message).toBe(message);
});
