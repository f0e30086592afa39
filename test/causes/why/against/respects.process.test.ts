import { afterEach, expect, test, vi } from "vitest";
import type { Capture } from "../../../../src/causes/why/against/capture.ts";
import { respectsOf } from "../../../../src/causes/why/against/respects.ts";
import { recordEnvironment } from "../../../../src/causes/why/surroundings/environment-record.ts";
import { describeMachine } from "../../../../src/causes/why/surroundings/machine.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a time zone that the other machine has without a variable is set, also if there is a variable here", () => {
  vi.stubEnv("TZ", undefined);
  const environment = recordEnvironment(process.env);
  vi.stubEnv("TZ", "America/New_York");
  const machine = describeMachine(process.cwd());
  const date = new Date();
  const there = {
    environment,
    machine: { ...machine, timeZone: "Europe/Berlin" },
    tools: {},
    date: date.toISOString(),
  };
  const { tried } = respectsOf(there as Capture, { machine, tools: {}, now: date.getTime() });
  expect(tried).toMatchObject([{ how: "with TZ as there", difference: { environment: { TZ: "Europe/Berlin" } } }]);
});
