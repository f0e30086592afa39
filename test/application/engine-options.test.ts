import { afterEach, expect, test } from "vitest";
import { engineOptions, readEngineConditions } from "../../src/application/engine-options.ts";
import { testingOptions } from "../../src/application/options.ts";
import { readWords } from "../../src/application/words.ts";

const help = { name: "input", usage: "", about: "", options: [...testingOptions, ...engineOptions], example: "" };
const read = (...argv: string[]) => readEngineConditions(readWords(help, argv), "/home/ada");

afterEach(() => {
  delete process.env.CULPRIT_ENGINE;
});

test("the address, what travels, and how many tests run at a time", () => {
  const { engine, jobs } = read(
    ...["--engine", "grpcs://builds:8980/main", "--platform", "image=a=b", "--platform", "os=linux"],
    ...["--pass-env", "CC,PATH", "--upload", "lib,/opt/x", "--engine-token-file", "token"],
  );
  expect(jobs).toBe(16);
  expect(engine).toMatchObject({
    url: "grpcs://builds:8980/main",
    platform: [
      ["image", "a=b"],
      ["os", "linux"],
    ],
    passEnv: ["CC", "PATH"],
    uploads: ["/home/ada/lib", "/opt/x"],
    tokenFile: "/home/ada/token",
  });
  expect(read("--engine", "grpc://a", "--jobs", "3").jobs).toBe(3);
  process.env.CULPRIT_ENGINE = "grpc://b";
  expect(read().engine?.url).toBe("grpc://b");
});

test.each([
  [["--engine", "http://host"], "--engine takes an address such as grpc://host:8980"],
  [["--engine", "grpc://ada:secret@host/x?y"], /^(?!.*secret).*--engine takes an address/],
  [["--engine", "grpc://h", "--platform", "x"], '--platform takes a KEY=VALUE, not "x".'],
  [["--engine", "grpc://h", "--engine-cert", "x"], "--engine-cert and --engine-key go together."],
  [["--engine", "grpc://h", "--sandbox"], "--sandbox is for this machine, and does not go with --engine."],
  [["--pass-env", "A"], "--pass-env goes with --engine."],
  [["--platform", "a=b"], "--platform goes with --engine."],
])("%j is refused", (argv, message) => {
  expect(() => read(...argv)).toThrow(message);
});
