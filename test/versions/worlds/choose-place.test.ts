import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outsider } from "../../../src/versions/worlds/choose-place.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

test("containers and build daemons would see the user's own folder", () => {
  const home = temporaryFolder("outsider");
  expect(outsider(home, ["sh", "-c", "make test", "docker compose run test"])).toMatch(/container/);
  expect(outsider(home, ["npm", "test", "make dockery"])).toBe(undefined);
  writeFileSync(join(home, "build.gradle.kts"), "");
  expect(outsider(home, ["./gradlew", "test"])).toMatch(/build\.gradle\.kts.*daemon/);
});
