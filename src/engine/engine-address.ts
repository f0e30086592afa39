import { readFileSync } from "node:fs";
import { reasonOf } from "../core/reason.ts";
import { UserError } from "../core/user-error.ts";

/** Where an engine is, and what it is told about a user's tests. Plain data, without secrets: a resumed run has the same. */
export interface EngineAddress {
  /** Such as `grpcs://builds.example.org:8980/main`: the path is the name of the instance. */
  readonly url: string;
  /** Further engines, which run tests too. */
  readonly others?: readonly string[];
  /** Files with certificates and keys, as PEM. */
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** A file with a bearer token; without one, the variable CULPRIT_ENGINE_TOKEN may have it. */
  readonly tokenFile?: string | undefined;
  /** What a worker has to have, as the engine names it. */
  readonly platform: readonly (readonly [string, string])[];
  /** Names of the variables that travel. */
  readonly passEnv: readonly string[];
  /** Files and folders that travel besides those that a test is seen to need; absolute paths. */
  readonly uploads: readonly string[];
}

export interface EngineEndpoint {
  /** For HTTP/2. */
  readonly origin: string;
  readonly instance: string;
}

/** Reads an address such as `grpc://host:8980/instance`; `source` is the option or the variable that has it. */
export function endpointOf(url: string, source = "--engine"): EngineEndpoint {
  const [, scheme, host, instance = ""] = /^(grpcs?):\/\/([^/?#@]+)(?:\/([^?#]*))?$/.exec(url) ?? [];
  const origin = `${scheme === "grpcs" ? "https" : "http"}://${host}`;
  // A port may be too large, or a name have a space.
  if (scheme === undefined || !URL.canParse(origin)) {
    throw new UserError(
      `${source} takes an address such as grpc://host:8980 or grpcs://host/instance, not "${withoutPassword(url)}".`,
    );
  }
  return { origin, instance: instance.replace(/\/$/, "") };
}

type TokenSource = Pick<EngineAddress, "url" | "tokenFile">;

/** The bearer token, which is never on a command line, in a record or in a message. */
export function readToken({ url, tokenFile }: TokenSource): string | undefined {
  refuseTokenInClear({ url, tokenFile });
  const text = tokenFile === undefined ? tokenInEnvironment() : readText(tokenFile, "--engine-token-file");
  const token = text?.trim();
  if (token === undefined || /^[\x20-\x7e]+$/.test(token)) return token;
  const source = tokenFile === undefined ? "CULPRIT_ENGINE_TOKEN" : `--engine-token-file: ${tokenFile}`;
  throw new UserError(
    token === ""
      ? `${source} is empty: it needs to have a bearer token.`
      : `${source} has no bearer token: that is a single line of ASCII characters.`,
  );
}

/** Throws if there is a token, and anyone on the way to the engine could read it. */
export function refuseTokenInClear({ url, tokenFile }: TokenSource): void {
  if (tokenFile === undefined && tokenInEnvironment() === undefined) return;
  const { origin } = endpointOf(url);
  if (origin.startsWith("https:") || isLoopback(origin)) return;
  const source = tokenFile === undefined ? "CULPRIT_ENGINE_TOKEN" : "--engine-token-file";
  throw new UserError(
    `The token of ${source} is not sent to ${url}: without TLS, anyone on the network could read and use it. ` +
      `If the engine has TLS: --engine ${url.replace("grpc:", "grpcs:")}. If it needs no token, leave out ${source}.`,
  );
}

/** A variable that is empty counts as none. */
function tokenInEnvironment(): string | undefined {
  return process.env.CULPRIT_ENGINE_TOKEN || undefined;
}

/** What is sent there does not leave this machine. */
function isLoopback(origin: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);
}

export function readText(path: string, option: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UserError(`${option}: cannot read ${path} (${reasonOf(error as Error)}).`);
  }
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//…@");
}
