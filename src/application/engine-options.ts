import { resolve } from "node:path";
import { UserError } from "../core/user-error.ts";
import { type EngineAddress, endpointOf, refuseTokenInClear } from "../engine/engine-address.ts";
import type { Conditions } from "../run/conditions.ts";
import { readConditions, readList } from "./options.ts";
import type { Option, Words } from "./words.ts";

/** Options of every command whose tests can run on other machines. */
export const engineOptions: readonly Option[] = [
  {
    name: "engine",
    value: "URL,…",
    about:
      "run the tests on an engine that speaks the Remote Execution API, as grpc://host:port/instance, or grpcs://; or on several (default: CULPRIT_ENGINE)",
  },
  { name: "engine-ca", value: "FILE", about: "the certificate that signed the engine's" },
  { name: "engine-cert", value: "FILE", about: "a certificate to show to the engine, with --engine-key" },
  { name: "engine-key", value: "FILE", about: "the key of --engine-cert" },
  { name: "engine-token-file", value: "FILE", about: "a bearer token for the engine (default: CULPRIT_ENGINE_TOKEN)" },
  {
    name: "platform",
    value: "KEY=VALUE",
    multiple: true,
    about: "what a worker has to have, as the engine names it; may be given several times",
  },
  { name: "pass-env", value: "NAME,…", about: "variables of your environment that tests on an engine get" },
  { name: "upload", value: "PATH,…", about: "more files and folders that tests on an engine need" },
];

/** How many tests run at a time on one engine: the protocol does not say how many workers there are. */
const engineJobs = 16;

/** The conditions of a run whose tests may run on an engine. */
export function readEngineConditions(words: Words, cwd: string): Conditions {
  const conditions = readConditions(words);
  const engine = readEngine(words, cwd);
  if (!engine) return conditions;
  for (const option of ["sandbox", "setup", "teardown", "ask"] as const) {
    if (conditions[option]) throw new UserError(`--${option} is for this machine, and does not go with --engine.`);
  }
  const jobs = engineJobs * (1 + (engine.others?.length ?? 0));
  return { ...conditions, engine, ...(words.value("jobs") === undefined ? { jobs } : {}) };
}

/**
 * Whether the command line asks for an engine. Where tests can only run on this machine, this is refused; what the settings say is
 * meant for where it can be used.
 */
export function asksForEngine(words: Words): boolean {
  return words.isGiven("engine") && words.value("engine") !== "";
}

function readEngine(words: Words, cwd: string): EngineAddress | undefined {
  const [url, ...others] = readUrls(words);
  if (url === undefined) {
    // An empty --engine sets aside what the settings say, with all that goes with it.
    if (words.value("engine") !== undefined) return undefined;
    const lone = engineOptions.find(({ name, multiple }) =>
      multiple ? words.values(name).length > 0 : words.value(name) !== undefined,
    );
    if (lone) throw new UserError(`--${lone.name} goes with --engine.`);
    return undefined;
  }
  const file = (option: string) => {
    const path = words.value(option);
    return path === undefined ? undefined : resolve(cwd, path);
  };
  const tokenFile = file("engine-token-file");
  for (const each of [url, ...others]) refuseTokenInClear({ url: each, tokenFile });
  const ca = file("engine-ca");
  const [cert, key] = [file("engine-cert"), file("engine-key")];
  const forTls = ["engine-ca", "engine-cert", "engine-key"].find((option) => words.value(option) !== undefined);
  if (forTls !== undefined && [url, ...others].every((each) => each.startsWith("grpc:")))
    throw new UserError(
      `--${forTls} is for TLS, and ${url} is without: the address of an engine with TLS begins with grpcs://.`,
    );
  if ((cert === undefined) !== (key === undefined)) throw new UserError("--engine-cert and --engine-key go together.");
  return {
    url,
    ...(others.length > 0 ? { others } : {}),
    ca,
    cert,
    key,
    tokenFile,
    platform: words.values("platform").map(readProperty),
    passEnv: readList(words, "pass-env").map(readName),
    uploads: readList(words, "upload").map((path) => resolve(cwd, path)),
  };
}

/** None: the tests run on this machine. */
function readUrls(words: Words): readonly string[] {
  const option = words.value("engine");
  const [given, source] = option === undefined ? [process.env.CULPRIT_ENGINE, "CULPRIT_ENGINE"] : [option, "--engine"];
  if (!given) return [];
  const urls = given.split(",");
  // A script makes this of variables that are not set; to run somewhere else than it says would be a surprise.
  if (urls.includes("")) {
    throw new UserError(
      `${source} has an empty address before or after a comma. Is a variable not set? For this machine: --engine "".`,
    );
  }
  for (const url of urls) endpointOf(url, source);
  return urls;
}

function readName(text: string): string {
  if (/^[A-Za-z_][\w.-]*$/.test(text)) return text;
  throw new UserError(`--pass-env takes names of variables with commas between, such as CC,CFLAGS; "${text}" is none.`);
}

function readProperty(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new UserError(`--platform takes a KEY=VALUE, not "${text}".`);
  return [text.slice(0, at), text.slice(at + 1)];
}
