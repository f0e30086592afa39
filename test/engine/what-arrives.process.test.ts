import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, linkSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { type MemoryAnswers, MemoryEngine } from "../tools/memory-engine.ts";
import { runTask, type ServedEngine, serve } from "../tools/memory-server.ts";
import { closing, exitOf, open, runOn, script } from "./open-engine.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const onlyUtf8 = process.platform === "linux" ? undefined : "not every file system takes such names";

async function served(engine: MemoryEngine, tls?: Parameters<typeof serve>[1]): Promise<ServedEngine> {
  const server = await serve(engine, tls);
  closing.push(server.close);
  return server;
}

describe("a token", () => {
  test("of a file comes with each call", async () => {
    const { url, authorizations } = await served(new MemoryEngine(runTask));
    const tokenFile = join(temporaryFolder("engine-token"), "token");
    writeFileSync(tokenFile, "very secret\n");
    expect(await exitOf(await open(url, { tokenFile }), "exit 5")).toBe(5);
    expect(new Set(authorizations)).toEqual(new Set(["Bearer very secret"]));
  });

  test("of the variable comes with each call, and without one nothing does", async () => {
    const { url, authorizations } = await served(new MemoryEngine(runTask));
    await open(url);
    vi.stubEnv("CULPRIT_ENGINE_TOKEN", "of the variable");
    await open(url);
    expect(authorizations).toEqual([undefined, "Bearer of the variable"]);
  });
});

test("the variables of --pass-env, and no others, reach the test", async () => {
  vi.stubEnv("PASSED", "it is\nhere");
  vi.stubEnv("NOT_PASSED", "secret");
  const { url } = await served(new MemoryEngine(runTask));
  const opened = await open(url, { passEnv: ["PASSED", "UNSET"] });
  const { output } = await runOn(opened, script("env | grep -E 'PASSED|here|UNSET'"));
  expect(output.stdout).toBe("PASSED=it is\nhere\n");
});

test("files whose names are not UTF-8 do not arrive, and that is said", skippedBecause(onlyUtf8), async () => {
  const folder = temporaryFolder("engine-names");
  const named = (bytes: string) => Buffer.from(`${folder}/${bytes}`, "latin1");
  for (const bytes of ["one\xff", "two\xff", "\xef\xbf\xbd"]) writeFileSync(named(bytes), "");
  const { url } = await served(new MemoryEngine(runTask));
  const opened = await open(url);
  const { output } = await runOn(opened, script("ls | cat", { cwd: folder }));
  expect(output.stdout).toBe("\ufffd\n");
  expect(opened.notes).toContainEqual(
    `${folder}/one\\xff and ${folder}/two\\xff are not sent to the engine, which takes only names in UTF-8: tests run without them.`,
  );
});

test("folders arrive writable and new, and files without what no engine keeps", async () => {
  const folder = temporaryFolder("engine-modes");
  mkdirSync(join(folder, "closed"));
  writeFileSync(join(folder, "closed/file"), "");
  writeFileSync(join(folder, "program"), "");
  linkSync(join(folder, "program"), join(folder, "same"));
  chmodSync(join(folder, "program"), 0o7750);
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const socket = createServer().listen(join(folder, "socket"));
  await once(socket, "listening");
  utimesSync(join(folder, "closed"), 1000, 1000);
  chmodSync(join(folder, "closed"), 0o555);
  const { url } = await served(new MemoryEngine(runTask));
  const text =
    "ls -ld closed | cut -c1-10; ls -l program same | cut -c1-12; ls; [ closed -nt closed/file ] && echo new";
  const { output } = await runOn(await open(url), script(text, { cwd: folder }));
  chmodSync(join(folder, "closed"), 0o755);
  socket.close();
  expect(output.stdout).toBe("drwxr-xr-x\n-rwxr-x--- 1\n-rwxr-x--- 1\nclosed\nprogram\nsame\nnew\n");
});

test("what --platform asks for is in the action and in the command, in order", async () => {
  const engine = new MemoryEngine(runTask);
  const { url } = await served(engine);
  const platform = [
    ["pool", "b"],
    ["image", "docker://x=y"],
    ["pool", "a"],
  ] as const;
  expect(await exitOf(await open(url, { platform }), "exit 3")).toBe(3);
  const properties = [
    { name: "image", value: "docker://x=y" },
    { name: "pool", value: "a" },
    { name: "pool", value: "b" },
  ];
  expect(engine.tasks).toMatchObject([{ action: { platform: { properties } }, command: { platform: { properties } } }]);
});

describe("an engine that asks for a certificate", skippedBecause(missing("openssl")), () => {
  test("runs the tests of those who show one that it trusts, and of nobody else", async () => {
    const folder = temporaryFolder("engine-certificates");
    const [ca, caKey] = certificate(folder, "ca");
    const [cert, key] = certificate(folder, "ada", [ca, caKey]);
    const [stranger, strangerKey] = certificate(folder, "stranger");
    const [own, ownKey] = certificate(folder, "engine", [ca, caKey]);
    const texts = { ca: readFileSync(ca), cert: readFileSync(own), key: readFileSync(ownKey) };
    const { url } = await served(new MemoryEngine(runTask), texts);
    expect(await exitOf(await open(url, { ca, cert, key }), "exit 4")).toBe(4);
    const refused = /refuses: .*It asks for a certificate of yours that it trusts: --engine-cert and --engine-key/;
    await expect(open(url, { ca })).rejects.toThrow(refused);
    // Node's server closes the connection without a word.
    const strange = open(url, { ca, cert: stranger, key: strangerKey, patience: 1 });
    await expect(strange).rejects.toThrow(/has had problems .* Does it trust your certificate, if it asks for one/);
  });
});

/** The files of a certificate and its key, signed by itself or by another one. */
function certificate(folder: string, name: string, by?: readonly [string, string]): [string, string] {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)];
  const names = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1"];
  const signed = by ? ["-CA", by[0], "-CAkey", by[1]] : [];
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", cert];
  execFileSync("openssl", ["req", "-x509", ...made, ...names, ...signed], { stdio: "pipe" });
  return [cert, key];
}

const capabilities: [string, MemoryAnswers["capabilities"], RegExp | number][] = [
  ["nothing", { getCapabilities: () => ({}) }, /stores files, but executes nothing: is it only a cache\?/],
  ["a batch size of one byte", capabilitiesWith(1n), 5],
  ["a batch size that is negative", capabilitiesWith(-5n), 5],
  ["a batch size beyond all numbers", capabilitiesWith(2n ** 63n - 1n), 5],
];

function capabilitiesWith(maxBatchTotalSizeBytes: bigint): MemoryAnswers["capabilities"] {
  return {
    getCapabilities: () => ({
      cacheCapabilities: { maxBatchTotalSizeBytes },
      executionCapabilities: { execEnabled: true },
    }),
  };
}

test.each(capabilities)("an engine that says of itself %s", async (_, answers, expected) => {
  const { url } = await served(new MemoryEngine(runTask, { capabilities: answers ?? {} }));
  const end = await open(url).then(
    (opened) => exitOf(opened, "exit 5"),
    (error: Error) => error.message,
  );
  if (typeof expected === "number") expect(end).toBe(expected);
  else expect(end).toMatch(expected);
});
