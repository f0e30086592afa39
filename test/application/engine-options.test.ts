import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { engineOptions, readEngineConditions } from "../../src/application/engine-options.ts";
import { testingOptions } from "../../src/application/options.ts";
import { readWords } from "../../src/application/words.ts";
import { readToken } from "../../src/engine/engine-address.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const help = { name: "input", usage: "", about: "", options: [...testingOptions, ...engineOptions], example: "" };
const read = (...argv: string[]) => readEngineConditions(readWords(help, argv), "/home/ada");

afterEach(() => {
  delete process.env.CULPRIT_ENGINE;
  delete process.env.CULPRIT_ENGINE_TOKEN;
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

test("an empty --engine means this machine, whatever the variable and the settings say", () => {
  process.env.CULPRIT_ENGINE = "grpc://b";
  const settings = { values: { engine: "grpc://c", platform: ["image=a"] } };
  expect(readEngineConditions(readWords(help, ["--engine", ""], settings), "/").engine).toBeUndefined();
});

test.each([",", ",,", "grpc://a,", ",grpc://a", "grpc://a,,grpc://b"])(
  "an address of %j that is empty is refused",
  (text) => {
    const reason =
      'has an empty address before or after a comma. Is a variable not set? For this machine: --engine "".';
    expect(() => read("--engine", text)).toThrow(`--engine ${reason}`);
    process.env.CULPRIT_ENGINE = text;
    expect(() => read()).toThrow(`CULPRIT_ENGINE ${reason}`);
    expect(read("--engine", "").engine).toBeUndefined();
  },
);

test.each([
  [["--engine", "http://host"], "--engine takes an address such as grpc://host:8980"],
  [["--engine", "grpc://ada:secret@host/x?y"], /^(?!.*secret).*--engine takes an address/],
  [["--engine", "grpc://host:99999"], 'not "grpc://host:99999".'],
  [["--engine", "grpc://a host"], 'not "grpc://a host".'],
  [["--engine", "grpc://[::1"], 'not "grpc://[::1".'],
  [["--engine", "grpc://h", "--platform", "x"], '--platform takes a KEY=VALUE, not "x".'],
  [["--engine", "grpcs://h", "--engine-cert", "x"], "--engine-cert and --engine-key go together."],
  [
    ["--engine", "grpc://h", "--engine-ca", "x"],
    "--engine-ca is for TLS, and grpc://h is without: the address of an engine with TLS begins with grpcs://.",
  ],
  [["--engine", "grpc://h", "--sandbox"], "--sandbox is for this machine, and does not go with --engine."],
  [
    ["--engine", "grpc://h", "--pass-env", "CC,A B"],
    '--pass-env takes names of variables with commas between, such as CC,CFLAGS; "A B" is none.',
  ],
  [["--engine", "grpc://h", "--pass-env", "CC=gcc"], '"CC=gcc" is none.'],
  [["--pass-env", "A"], "--pass-env goes with --engine."],
  [["--platform", "a=b"], "--platform goes with --engine."],
])("%j is refused", (argv, message) => {
  expect(() => read(...argv)).toThrow(message);
});

test("an address in the variable that is none is not blamed on the option", () => {
  process.env.CULPRIT_ENGINE = "builds:8980";
  expect(() => read()).toThrow(
    'CULPRIT_ENGINE takes an address such as grpc://host:8980 or grpcs://host/instance, not "builds:8980".',
  );
});

test.each([
  ["\n", "is empty: it needs to have a bearer token."],
  ["very\nsecret", "has no bearer token: that is a single line of ASCII characters."],
  ["very\u00a0secret", "has no bearer token"],
])("the token %j is refused, and not printed", (text, message) => {
  const url = "grpcs://builds";
  const tokenFile = join(temporaryFolder("token"), "token");
  writeFileSync(tokenFile, text);
  const errorOf = (file: string | undefined) => {
    try {
      return readToken({ url, tokenFile: file });
    } catch (error) {
      return (error as Error).message;
    }
  };
  const messages = [errorOf(tokenFile)];
  process.env.CULPRIT_ENGINE_TOKEN = text;
  messages.push(errorOf(undefined));
  expect(messages[0]).toContain(`--engine-token-file: ${tokenFile} ${message}`);
  expect(messages[1]).toContain(`CULPRIT_ENGINE_TOKEN ${message}`);
  expect(messages.join()).not.toContain("secret");
});

test("of a token, the end of the line does not count", () => {
  process.env.CULPRIT_ENGINE_TOKEN = "secret\n";
  expect(readToken({ url: "grpcs://builds", tokenFile: undefined })).toBe("secret");
});

test.each([
  "grpc://builds:8980/main",
  "grpc://10.0.0.7",
  "grpc://localhost.example.org",
  "grpc://127.0.0.1.example.org:80",
  "grpc://[2001:db8::1]:8980",
])("no token is sent in clear to %s", (url) => {
  const refused = /is not sent to grpc.*anyone on the network could read and use it.*--engine grpcs:/;
  expect(() => read("--engine", url, "--engine-token-file", "token")).toThrow(refused);
  process.env.CULPRIT_ENGINE_TOKEN = "very secret";
  expect(() => read("--engine", `grpcs://other,${url}`)).toThrow(refused);
  expect(() => readToken({ url, tokenFile: undefined })).toThrow(refused);
  expect(() => read("--engine", url)).not.toThrow("very secret");
  expect(read("--engine", url.replace("grpc:", "grpcs:")).engine).toBeDefined();
  process.env.CULPRIT_ENGINE_TOKEN = "";
  expect(read("--engine", url).engine).toBeDefined();
});

test.each(["grpc://localhost:8980", "grpc://127.0.0.1:8980/main", "grpc://[::1]:8980"])(
  "a token may be sent in clear to this machine, as %s",
  (url) => {
    process.env.CULPRIT_ENGINE_TOKEN = "very secret";
    expect(read("--engine", url).engine?.url).toBe(url);
    expect(readToken({ url, tokenFile: undefined })).toBe("very secret");
  },
);
