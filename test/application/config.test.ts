import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findConfig } from "../../src/application/config/config-file.ts";
import { defaultsFor, withPlaces } from "../../src/application/config/defaults.ts";
import { readWords } from "../../src/application/words.ts";
import { UserError } from "../../src/core/user-error.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const command = {
  name: "changes",
  usage: "culprit changes OLD [options] -- TEST…",
  about: "",
  example: "",
  options: [
    { name: "jobs", value: "N", about: "" },
    { name: "keep", value: "GLOB,…", about: "" },
    { name: "sandbox", about: "" },
    { name: "engine", value: "URL", about: "" },
    { name: "engine-ca", value: "FILE", about: "" },
    { name: "platform", value: "KEY=VALUE", multiple: true as const, about: "" },
    { name: "commit", about: "" },
    { name: "build", value: "CMD", about: "" },
  ],
};

function words(settings: object, ...argv: string[]) {
  const folder = temporaryFolder("config");
  writeFileSync(join(folder, "culprit.config.json"), JSON.stringify(settings));
  const defaults = defaultsFor(command, findConfig(folder)!, { commands: ["changes", "input"], cwd: folder });
  return { folder, defaults, read: readWords(command, argv, defaults) };
}

describe("where settings are found", () => {
  test("in the nearest folder that has some, up to the top of the repository", () => {
    const top = temporaryFolder("config");
    const inner = join(top, "packages", "shop");
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(top, "package.json"), JSON.stringify({ name: "shop", culprit: { jobs: 3 } }));
    writeFileSync(join(inner, "package.json"), "{}");
    expect(findConfig(inner)).toMatchObject({ folder: top, settings: { jobs: 3 } });
    mkdirSync(join(inner, ".git"));
    expect(findConfig(inner)).toBeUndefined();
  });

  test.each([
    ["culprit.config.json", "{", /^Cannot read .*culprit\.config\.json: /],
    ["culprit.config.json", "[1]", /culprit\.config\.json has to be a JSON object\./],
    ["package.json", '{"culprit": 7}', /"culprit" in package\.json has to be a JSON object\./],
  ])("%s with %s is refused", (name, content, message) => {
    const folder = temporaryFolder("config");
    writeFileSync(join(folder, name), content);
    expect(() => findConfig(folder)).toThrow(message);
  });

  test("not in two files at once", () => {
    const folder = temporaryFolder("config");
    writeFileSync(join(folder, "package.json"), '{"culprit": {}}');
    writeFileSync(join(folder, "culprit.config.json"), "{}");
    expect(() => findConfig(folder)).toThrow(/keep one\.$/);
  });
});

test("a byte order mark at the beginning of a file is no mistake", () => {
  const folder = temporaryFolder("config");
  writeFileSync(join(folder, "culprit.config.json"), '\uFEFF{"jobs": 3}');
  expect(findConfig(folder)?.settings).toEqual({ jobs: 3 });
});

describe("what they say", () => {
  test("counts where the command line is silent", () => {
    const settings = {
      jobs: 3,
      test: "npm run 'my tests'",
      keep: ["a", "b"],
      changes: { build: "make" },
      input: { by: "x" },
    };
    const { read } = words(settings, "v1", "--keep", "c");
    expect([read.value("jobs"), read.value("keep"), read.value("build")]).toEqual(["3", "c", "make"]);
    expect([read.isGiven("keep"), read.isGiven("jobs")]).toEqual([true, false]);
    expect(read.test).toEqual(["npm", "run", "my tests"]);
    expect(words(settings, "v1", "--", "./own").read.test).toEqual(["./own"]);
    expect(words(settings, "v1").read.value("keep")).toBe("a,b");
  });

  test("the test is for the folder of the file alone", () => {
    const folder = temporaryFolder("config");
    mkdirSync(join(folder, "inside"));
    writeFileSync(join(folder, "culprit.config.json"), JSON.stringify({ test: "node parse.js", jobs: 2 }));
    const cwd = join(folder, "inside");
    const read = readWords(command, [], defaultsFor(command, findConfig(cwd)!, { commands: [], cwd }));
    expect([read.test, read.value("jobs")]).toEqual([undefined, "2"]);
  });

  test("a test that only a shell understands is left to it", () => {
    expect(words({ test: "cd api && npm test" }, "v1").read.test).toEqual(["sh", "-c", "cd api && npm test"]);
  });

  test("paths start from the folder of the file, and lists stay lists", () => {
    const { folder, read } = words({ "engine-ca": "ca.pem", platform: ["os=linux", "cpu=x64"], sandbox: true });
    expect(read.value("engine-ca")).toBe(join(folder, "ca.pem"));
    expect([read.values("platform"), read.has("sandbox")]).toEqual([["os=linux", "cpu=x64"], true]);
  });

  test("a variable of the environment comes first", () => {
    process.env.CULPRIT_ENGINE = "grpc://other:1";
    try {
      for (const settings of [{ engine: "grpc://one:1" }, { changes: { engine: "grpc://one:1" } }])
        expect(words(settings).read.value("engine")).toBeUndefined();
    } finally {
      delete process.env.CULPRIT_ENGINE;
    }
  });

  test.each([
    [{ jobs: "many" }, [], '--jobs is wrong. --jobs is set by "jobs" in culprit.config.json.'],
    [{ changes: { jobs: 0 } }, [], '--jobs is wrong. --jobs is set by "jobs" under "changes" in culprit.config.json.'],
    [{ jobs: "many" }, ["--jobs", "0"], "--jobs is wrong."],
    [{ keep: "a" }, [], "--jobs is wrong."],
  ])("of %j with %j, an error names the file and the key", (settings, argv, message) => {
    const { defaults, read } = words(settings, ...argv);
    const error = withPlaces(new UserError("--jobs is wrong.", 1), defaults, read) as UserError;
    expect([error.message.replace(/\S*(?=culprit\.config)/, ""), error.exitCode]).toEqual([message, 1]);
  });

  test.each([
    [{ job: 3 }, 'culprit.config.json: there is no setting "job". Did you mean "jobs"?'],
    [{ changes: { comit: true } }, 'there is no setting "comit" for culprit changes. Did you mean "commit"?'],
    [{ sandbox: "yes" }, '"sandbox" has to be true or false.'],
    [{ jobs: true }, '"jobs" has to be a text, a number or a list of texts.'],
    [{ jobs: [1, 2] }, '"jobs" has to be one text or number.'],
    [{ test: [] }, '"test" has to be a command'],
    [{ test: "echo 'open" }, 'a quote in "test" is not closed.'],
    [{ input: 5 }, '"input" has to be an object.'],
  ])("%j is refused", (settings, message) => {
    expect(() => words(settings)).toThrow(message);
  });
});
