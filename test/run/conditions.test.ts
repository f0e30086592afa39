import { expect, test } from "vitest";
import { type Conditions, placeOf } from "../../src/run/conditions.ts";

const here: Conditions = { jobs: 1, failure: { mode: "same" }, repeat: 1 };

test("places where a test may end differently are told apart, however it gets there", () => {
  const on = (more: object) => ({
    ...here,
    engine: { url: "grpc://a", platform: [], passEnv: [], uploads: [], ...more },
  });
  const places = [
    here,
    { ...here, sandbox: true },
    on({}),
    on({ url: "grpc://b" }),
    on({ platform: [["image", "1"]] }),
    on({ passEnv: ["CC"] }),
    on({ uploads: ["/opt/x"] }),
  ].map((conditions) => JSON.stringify(placeOf(conditions)));
  expect(new Set(places).size).toBe(places.length);
  expect(placeOf(on({ ca: "/ca.pem", tokenFile: "/token" }))).toEqual(placeOf(on({})));
  expect(placeOf({ ...here, jobs: 4 })).toEqual(placeOf(here));
});
