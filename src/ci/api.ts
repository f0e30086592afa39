import type { PostedComment } from "./post-comment.ts";

/** An API answered with an error, with something else, or not at all. The message never contains a token: those are in headers only. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** Undefined: there was no answer, or it was not what was asked for. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

export interface Api {
  /** The address that all paths are below. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface ApiRequest {
  readonly method?: "GET" | "POST" | "PATCH" | "PUT";
  readonly path: string;
  readonly body?: unknown;
}

/** A search that may take an hour does not wait for a comment. */
const timeLimit = 20_000;

/** Asks an API, and reads its answer as JSON. */
export async function callApi({ base, headers }: Api, { method = "GET", path, body }: ApiRequest): Promise<unknown> {
  const host = hostOf(base);
  const answer = await fetch(`${base.replace(/\/$/, "")}${path}`, {
    method,
    headers: { accept: "application/json", "user-agent": "culprit", "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeLimit),
  }).catch((error: Error) => {
    throw new ApiError(`${host} did not answer (${codeOf(error)})`);
  });
  if (!answer.ok) throw new ApiError(`${host} answered ${answer.status} ${answer.statusText}`.trimEnd(), answer.status);
  return answer.json().catch((error: Error) => {
    if (error instanceof SyntaxError) throw new ApiError(`${host} answered with something other than JSON`);
    throw new ApiError(`${host} did not finish its answer (${codeOf(error)})`);
  });
}

/** The items of a list in an answer; `read` returns undefined for what is no such item. `what` names them for people. */
export function readItems<T>(
  { base }: Api,
  list: unknown,
  { what, read }: { readonly what: string; readonly read: (item: unknown) => T | undefined },
): T[] {
  const items = Array.isArray(list) ? list.map(read) : [undefined];
  if (items.includes(undefined)) throw new ApiError(`${hostOf(base)} answered with something other than ${what}`);
  return items as T[];
}

/** The fields of a value of an answer, which may be anything. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value ?? {});
}

/** The hash of a commit, if it is one. */
export function readHash(value: unknown): string | undefined {
  return typeof value === "string" && /^[0-9a-f]{40,64}$/.test(value) ? value : undefined;
}

function hostOf(base: string): string {
  if (!URL.canParse(base)) throw new ApiError("The address of the API that the job names is not a URL");
  return new URL(base).host;
}

function codeOf(error: Error): string {
  return fieldsOf(error.cause).code === undefined ? error.name : String(fieldsOf(error.cause).code);
}

/** Pages of 100 that are read at most. */
const maxPages = 10;

/** All comments of a list that has several pages. */
export async function callApiForComments(api: Api, path: string): Promise<PostedComment[]> {
  const items: PostedComment[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const answer = await callApi(api, { path: `${path}?per_page=100&page=${page}` });
    const some = readItems(api, answer, { what: "comments", read: readComment });
    items.push(...some);
    if (some.length < 100) break;
  }
  return items;
}

function readComment(item: unknown): PostedComment | undefined {
  const { id, body } = fieldsOf(item);
  return typeof id === "number" ? { id, body: typeof body === "string" ? body : "" } : undefined;
}
