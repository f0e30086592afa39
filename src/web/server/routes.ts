import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import type { AppendedFile } from "../../run/record/file-sizes.ts";
import type { RunRecord } from "../../run/record/record.ts";
import type { Refusal } from "./access.ts";
import type { RunsApi } from "./api.ts";
import type { EventStream } from "./event-stream.ts";

/** What to answer: a text of some type, or events until the reader is gone. */
export type Answer =
  | { readonly type: string; readonly body: string; readonly next?: number }
  | { readonly stream: (stream: EventStream) => Promise<void> }
  | { readonly refusal: Refusal };

const missing: Answer = { refusal: { status: 404, message: "There is no such run or page." } };

/** Maximum number of bytes in the body of a request. */
const maxBody = 2000;

type Act = (api: RunsApi, record: RunRecord, body: object) => Promise<Refusal | undefined> | Refusal | undefined;

/** What a reader can do with a run. */
const actions: ReadonlyMap<string | undefined, Act> = new Map<string, Act>([
  ["stop", (api, record) => api.stop(record)],
  ["resume", (api, record, limits) => api.resume(record, limits)],
  ["answer", (api, record, answer) => api.answer(record, answer)],
]);

/** Finds the answer to a request of a reader who has the token. */
export async function answerTo(api: RunsApi, request: IncomingMessage, url: URL): Promise<Answer> {
  const [, , what, ...rest] = url.pathname.split("/").map(decode);
  const isAsking = request.method === "GET";
  if (what === "token") return inJson({});
  if (what === "runs" && isAsking) return inJson(await api.list());
  if (what === "events" && isAsking) return { stream: (stream) => api.watchList(stream) };
  if (what !== "run") return missing;
  const place = { folder: Number(rest[0]), id: rest[1] ?? "" };
  const record = api.find(place);
  if (!record) return missing;
  const action = rest[2];
  if (request.method === "POST") {
    const body = await bodyOf(request);
    if (!body) return { refusal: { status: 400, message: "The request cannot be read." } };
    const act = actions.get(action);
    if (!act) return missing;
    const refusal = await act(api, record, body);
    return refusal ? { refusal } : inJson({});
  }
  if (!isAsking) return { refusal: { status: 405, message: "Use GET or POST." } };
  const from = (name: AppendedFile) => Math.max(0, Math.floor(Number(url.searchParams.get(name) ?? 0)) || 0);
  switch (action) {
    case undefined:
      return inJson(await api.overview(record, place));
    case "finding":
      return inJson(await api.finding(record));
    case "journal":
    case "steps": {
      const { text, next } = api.file(record, action, from(action));
      return { type: "text/plain; charset=utf-8", body: text, next };
    }
    case "events":
      return {
        stream: (stream) => api.watchRun(stream, place, { journal: from("journal"), steps: from("steps") }),
      };
    default:
      return missing;
  }
}

function inJson(data: unknown): Answer {
  return { type: "application/json; charset=utf-8", body: JSON.stringify(data) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** The JSON object in the body of a request; undefined: there is none. */
async function bodyOf(request: IncomingMessage): Promise<object | undefined> {
  const isJson = request.headers["content-type"]?.startsWith("application/json") === true;
  if (!isJson || Number(request.headers["content-length"] ?? maxBody + 1) > maxBody) return undefined;
  try {
    const body: unknown = await json(request);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
