/** An API answered with an error, or not at all. The message never contains a token: those are in headers only. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** Undefined: there was no answer. */
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
  const host = new URL(base).host;
  const answer = await fetch(`${base.replace(/\/$/, "")}${path}`, {
    method,
    headers: { accept: "application/json", "user-agent": "culprit", "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeLimit),
  }).catch((error: Error) => {
    const { code } = (error.cause ?? {}) as { code?: string };
    throw new ApiError(`${host} did not answer (${code ?? error.name})`);
  });
  if (!answer.ok) throw new ApiError(`${host} answered ${answer.status} ${answer.statusText}`.trimEnd(), answer.status);
  return answer.json();
}

/** Pages of 100 that are read at most. */
const maxPages = 10;

/** All items of a list that has several pages. */
export async function callApiForAll<T>(api: Api, path: string): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const some = (await callApi(api, { path: `${path}?per_page=100&page=${page}` })) as T[];
    items.push(...some);
    if (some.length < 100) break;
  }
  return items;
}
