import { expect, test } from "vitest";
import { inputSchemaOf } from "../../src/mcp/input-schema.ts";

const tool = {
  name: "start",
  properties: { command: { type: "string", enum: ["input", "clock"] }, wait: { type: "number", maximum: 50 } },
  required: ["command"],
};

test.each([
  [{ command: "input", wait: 5 }, undefined],
  [{ command: "input", timeout: 5 }, "there is no timeout. start takes command, wait."],
  [{ command: "bisect" }, "command is one of input, clock."],
  [{}, "data must have required property 'command'"],
  [{ command: "input", wait: 60 }, "data/wait must be <= 50"],
  [null, "data must be object"],
])("what is wrong with %j is said", async (given, message) => {
  const result = await inputSchemaOf(tool)["~standard"].validate(given);
  expect(result.issues?.[0]?.message).toBe(message);
});
