import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Listening, type Refusal, refuseStrangers, tokenIn } from "./access.ts";
import { RunsApi } from "./api.ts";
import { EventStream } from "./event-stream.ts";
import { securityHeaders } from "./headers.ts";
import { answerTo } from "./routes.ts";
import { shellAsset } from "./shell.ts";
import { TokenGuard } from "./token-guard.ts";

export interface PageServerOptions {
  /** The folders whose runs are shown. */
  readonly folders: readonly string[];
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly token: string;
  /** The program that resumes runs: culprit's own. */
  readonly program: string;
  /** How long the answer to a wrong token takes, in milliseconds. */
  readonly wrongTokenDelay?: number;
}

export interface PageServer extends Listening {
  readonly close: () => Promise<void>;
}

/** Serves the page. It writes no files, so nothing is left behind when it is killed. */
export async function servePage(options: PageServerOptions): Promise<PageServer> {
  const { host, port, token, wrongTokenDelay = 300 } = options;
  const api = new RunsApi(options.folders, options.program);
  const guard = new TokenGuard(token);
  let listening: Listening = { host, port };
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    answer(request, response).catch(() => response.destroy());
  });
  // Slow readers of requests cannot hold connections for ever; answers that are streams may.
  server.requestTimeout = 10_000;
  server.headersTimeout = 10_000;
  server.maxConnections = 500;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const stranger = refuseStrangers(request.headers, listening);
    if (stranger) return refuse(response, stranger);
    const url = new URL(request.url ?? "/", "http://culprit");
    const asset = request.method === "GET" ? shellAsset(url.pathname) : undefined;
    if (asset) return send(response, asset);
    if (!url.pathname.startsWith("/api/")) return refuse(response, { status: 404, message: "There is no such page." });
    const allowed = guard.check(tokenIn(request.headers), request.socket.remoteAddress ?? "");
    if (allowed === "too many")
      return refuse(response, { status: 429, message: "Too many wrong tokens: wait ten seconds." });
    if (allowed === "wrong") {
      await sleep(wrongTokenDelay, undefined, { ref: false });
      return refuse(response, { status: 401, message: "The token is not the one in the address that was printed." });
    }
    const found = await answerTo(api, request, url);
    if ("refusal" in found) return refuse(response, found.refusal);
    if ("stream" in found) {
      await found.stream(new EventStream(response));
      response.end();
      return;
    }
    if (found.next !== undefined) response.setHeader("X-Next", found.next);
    send(response, found);
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  listening = { host, port: (server.address() as AddressInfo).port };
  return {
    ...listening,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { type, body }: { readonly type: string; readonly body: string }): void {
  response.writeHead(200, { "Content-Type": type });
  response.end(body);
}

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(`${message}\n`);
}
