import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";

interface Comment {
  readonly id: number;
  body: string;
}

/** An answer that is no answer. */
export interface Nonsense {
  readonly body: string;
  /** How long it says it is: more than it is, and the connection ends in the middle. */
  readonly length?: number;
}

/** As much of the APIs of GitHub and GitLab as culprit asks for, on this machine. */
export class CiApi {
  readonly comments: Comment[] = [{ id: 1, body: "A comment of somebody else" }];
  readonly requests: { readonly method: string; readonly path: string; readonly token: string }[] = [];
  /** Commits on which CI was green, by branch. */
  green: Readonly<Record<string, readonly string[]>> = {};
  /** The status of answers about comments, if that is refused. */
  refusesComments: number | undefined;
  /** What it answers instead, whatever the question. */
  nonsense: Nonsense | undefined;
  /** Whether that is only so for comments. */
  isNonsenseAboutComments = false;
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<CiApi> {
    const api = new CiApi();
    started.push(api);
    await new Promise<void>((resolve) => api.#server.listen(0, "127.0.0.1", resolve));
    api.address = `http://127.0.0.1:${(api.#server.address() as AddressInfo).port}`;
    return api;
  }

  address = "";

  /** Those of culprit. */
  get ownComments(): string[] {
    return this.comments.slice(1).map(({ body }) => body);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url!, this.address);
    const { authorization, "private-token": privateToken, "job-token": jobToken } = request.headers;
    const token = String(authorization ?? privateToken ?? jobToken ?? "");
    const method = request.method!;
    this.requests.push({ method, path, token });
    const isAboutComments = /\/(?:comments|notes)(?:\/\d+)?$/.test(path);
    if (this.nonsense && (isAboutComments || !this.isNonsenseAboutComments)) {
      const { body, length = body.length } = this.nonsense;
      response.writeHead(200, { "content-length": length }).write(body, () => response.destroy());
      return;
    }
    const reply = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
    if (/\/runs$|\/pipelines$/.test(path)) {
      const commits = this.green[searchParams.get("branch") ?? searchParams.get("ref") ?? ""] ?? [];
      reply(
        200,
        path.endsWith("/runs")
          ? { workflow_runs: commits.map((head_sha) => ({ head_sha })) }
          : commits.map((sha) => ({ sha })),
      );
    } else if (!isAboutComments) reply(404, { message: "Not Found" });
    else if (this.refusesComments !== undefined) reply(this.refusesComments, { message: "Refused" });
    else reply(...(await this.#onComments(method, path, request)));
  }

  async #onComments(method: string, path: string, request: IncomingMessage): Promise<[number, unknown]> {
    if (method === "GET") return [200, this.comments];
    const { body } = JSON.parse(await textOf(request)) as { body: string };
    if (method === "POST") {
      const comment = { id: this.comments.length + 1, body };
      this.comments.push(comment);
      return [201, comment];
    }
    const comment = this.comments.find(({ id }) => path.endsWith(`/${id}`));
    if (comment) comment.body = body;
    return [comment ? 200 : 404, comment ?? {}];
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

const started: CiApi[] = [];

afterEach(async () => {
  for (const api of started.splice(0)) await api.stop();
});
