import { expect, test } from "vitest";
import { platformOf } from "../../../src/engine/action/platform.ts";

test("what a worker has to have is sent in the order of the protocol, whatever the order of the options", () => {
  const platform = [
    ["os", "linux"],
    ["container-image", "b"],
    ["OSFamily", "linux"],
    ["container-image", "a"],
  ] as const;
  expect(platformOf({ platform }).map(({ name, value }) => `${name}=${value}`)).toEqual([
    "OSFamily=linux",
    "container-image=a",
    "container-image=b",
    "os=linux",
  ]);
});
