import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RunRecord } from "../../src/run/record/record.ts";
import { type PageServer, servePage } from "../../src/web/server/page-server.ts";

const token = "0123456789abcdef";
let folder = "";
let server: PageServer;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "culprit-serve-")));
  server = await serve();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function serve(): Promise<PageServer> {
  const options = {
    folders: [folder],
    host: "127.0.0.1",
    port: 0,
    token,
    program: "no-such-program",
    wrongTokenDelay: 1,
  };
  return servePage(options);
}

/** A record as `culprit args` leaves it when it is killed. */
function newRecord(): RunRecord {
  const conditions = { jobs: 1, failure: { mode: "same" }, repeat: 1 } as const;
  const request = { cwd: folder, test: ["./check"], conditions, arguments: [], goal: "simplify" };
  const record = RunRecord.create(folder, { kind: "args", version: "0.1.0", request });
  writeFileSync(record.journalPath, `${JSON.stringify({ event: "session", started: "2026-11-18T08:30:53.000Z" })}\n`);
  return record;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request as any program can, with any headers. */
function send(path: string, headers: object = {}, method = "GET", body?: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: server.port, path, method, headers: { ...headers } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const allowed = { authorization: `Bearer ${token}` };
const ask = async (path: string) => JSON.parse((await send(path, allowed)).text);

describe("who is let in", () => {
  test("nothing about runs is told without the token", async () => {
    newRecord();
    for (const path of ["/api/runs", "/api/events", "/api/run/0/last", "/api/anything"]) {
      const { status, text } = await send(path);
      expect([status, text]).toEqual([401, expect.not.stringContaining("check")]);
    }
    expect((await send("/api/runs", { authorization: `Bearer ${token}x` })).status).toBe(401);
    expect((await send(`/api/runs?token=${token}`, { cookie: `token=${token}` })).status).toBe(401);
  });

  test("a thousand wrong tokens end in a wait, and the server still answers", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 1000; i++) statuses.push((await send("/api/runs", { authorization: `Bearer ${i}` })).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(980);
    expect((await send("/")).status).toBe(200);
  });

  test.each([
    ["a name that resolves to this machine", { host: "evil.example" }],
    ["a form on another page", { origin: "http://evil.example" }],
    ["an image on another page", { "sec-fetch-site": "cross-site" }],
  ])("%s is refused, even with the token", async (_, headers) => {
    expect((await send("/api/runs", { ...allowed, ...headers })).status).toBe(403);
    expect((await send("/", headers)).status).toBe(403);
  });

  test("other pages cannot lock the reader out", async () => {
    for (let i = 0; i < 100; i++) await send("/api/runs", { origin: "http://evil.example" });
    expect((await send("/api/runs", allowed)).status).toBe(200);
  });

  test("every answer forbids scripts from elsewhere, frames, referrers and caches", async () => {
    for (const path of ["/", "/api/runs", "/nowhere"]) {
      const { headers } = await send(path);
      expect(headers["content-security-policy"]).toMatch(
        /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
      );
      expect(headers).toMatchObject({
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });
});

describe("runs", () => {
  test("are listed with their test and status", async () => {
    const { header } = newRecord();
    const { runs, folders } = await ask("/api/runs");
    expect(folders).toEqual([folder]);
    expect(runs).toMatchObject([
      { id: header.run, kind: "args", status: "unfinished", test: "./check", canResume: true },
    ]);
  });

  test("that cannot be read are named", async () => {
    const { header } = newRecord();
    const lost = join(folder, ".culprit/runs/20991231-235959");
    mkdirSync(lost);
    writeFileSync(join(lost, "run.json"), "{");
    const { runs, damaged } = await ask("/api/runs");
    expect(runs).toMatchObject([{ id: header.run }]);
    expect(damaged).toEqual([
      `The record of the run 20991231-235959 is damaged: ${lost} cannot be read; remove that folder if you do not need it.`,
    ]);
  });

  test("are read in whole lines: one that is still being written waits", async () => {
    const record = newRecord();
    appendFileSync(record.journalPath, '{"event":"moot"');
    const path = `/api/run/0/${record.header.run}/journal`;
    const first = await send(path, allowed);
    expect(first.text).toMatch(/^\{"event":"session".*\}\n$/);
    appendFileSync(record.journalPath, ',"stage":"x","at":1}\n');
    const second = await send(`${path}?journal=${first.headers["x-next"]}`, allowed);
    expect(second.text).toBe('{"event":"moot","stage":"x","at":1}\n');
  });

  test("cannot be named outside of their folder", async () => {
    const { header } = newRecord();
    mkdirSync(join(folder, "other"));
    for (const id of ["..", "%2e%2e%2fother", `${header.run}%2f..`, `${header.run}%2finner%2f..`, "%00", "%"])
      expect((await send(`/api/run/0/${id}/journal`, allowed)).status).toBe(404);
    for (const index of ["1", "-1", "x", "__proto__"])
      expect((await send(`/api/run/${index}/${header.run}`, allowed)).status).toBe(404);
  });

  test("of another version can be looked at and not be resumed", async () => {
    const record = newRecord();
    writeFileSync(join(record.folder, "run.json"), JSON.stringify({ ...record.header, format: 1, kind: "unheard-of" }));
    const path = `/api/run/0/${record.header.run}`;
    expect(await ask(path)).toMatchObject({ isOld: true, canResume: false, kind: "unheard-of" });
    expect(await ask(`${path}/finding`)).toEqual({});
    expect((await post(`${path}/resume`, {})).status).toBe(409);
  });

  test("do not show secrets of the environment", async () => {
    process.env.SERVE_TEST_TOKEN = "hunter2-hunter2";
    try {
      const record = newRecord();
      appendFileSync(record.journalPath, `${JSON.stringify({ event: "moot", stage: "hunter2-hunter2", at: 1 })}\n`);
      const { text } = await send(`/api/run/0/${record.header.run}/journal`, allowed);
      expect(text).toContain("<SERVE_TEST_TOKEN>");
      expect(text).not.toContain("hunter2");
    } finally {
      delete process.env.SERVE_TEST_TOKEN;
    }
  });

  test("can be looked at by two servers, which leave nothing behind", async () => {
    newRecord();
    const before = readdirSync(folder, { recursive: true });
    const other = await serve();
    expect((await ask("/api/runs")).runs).toHaveLength(1);
    await other.close();
    expect((await ask("/api/runs")).runs).toHaveLength(1);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });
});

const post = (path: string, body: object | string, headers: object = { "content-type": "application/json" }) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return send(path, { ...allowed, ...headers, "content-length": `${text.length}` }, "POST", text);
};

describe("stopping and resuming", () => {
  test("a run that is not running cannot be stopped", async () => {
    const { header } = newRecord();
    const { status, text } = await post(`/api/run/0/${header.run}/stop`, {});
    expect([status, text]).toEqual([409, `The run ${header.run} is not running.\n`]);
  });

  test("of two requests to resume a run, one is refused", async () => {
    const { header } = newRecord();
    const resume = () => post(`/api/run/0/${header.run}/resume`, {});
    const statuses = (await Promise.all([resume(), resume()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    expect((await resume()).status).toBe(200);
  });

  test.each([{ budget: "10m; rm -rf /" }, { budget: "--html=x" }, { budget: 5 }, { maxTests: 0 }, { maxTests: "9" }])(
    "%o is no limit",
    async (limits) => {
      const { header } = newRecord();
      expect((await post(`/api/run/0/${header.run}/resume`, limits)).status).toBe(400);
    },
  );

  test.each([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, "{}"],
    ["no JSON", { "content-type": "application/json" }, "{"],
    ["too much", { "content-type": "application/json" }, `"${"x".repeat(3000)}"`],
  ])("%s is refused", async (_, headers, body) => {
    const { header } = newRecord();
    expect((await post(`/api/run/0/${header.run}/stop`, body, headers)).status).toBe(400);
  });
});

/** Reads events until one is `wanted`. */
async function eventsUntil(path: string, wanted: (event: string) => boolean, onFirst: () => void): Promise<string[]> {
  const stop = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: allowed, signal: stop.signal });
  const events: string[] = [];
  let text = "";
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    if (events.length === 0 && text === "") onFirst();
    const parts = (text + part).split("\n\n");
    text = parts.pop()!;
    events.push(...parts);
    if (events.some(wanted)) break;
  }
  stop.abort();
  return events;
}

describe("events", () => {
  test("tell what is appended to a journal", async () => {
    const record = newRecord();
    const path = `/api/run/0/${record.header.run}/events?journal=9999999`;
    const events = await eventsUntil(
      `/api/run/0/${record.header.run}/events`,
      (event) => event.includes("moot"),
      () => appendFileSync(record.journalPath, '{"event":"moot","stage":"x","at":1}\n'),
    );
    expect(events.find((event) => event.includes("moot"))).toMatch(/^event: journal\n/);
    // A journal that is shorter than what was read of it was cut, as a resumed run does.
    const [first] = await eventsUntil(
      path,
      () => true,
      () => truncateSync(record.journalPath, 0),
    );
    expect(first).toBe("event: cut\ndata: {}");
  });

  test("tell that a run is gone, and that there is a new one", async () => {
    const record = newRecord();
    const gone = await eventsUntil(
      `/api/run/0/${record.header.run}/events`,
      (event) => event.includes("event: gone"),
      () => record.remove(),
    );
    expect(gone.length).toBeGreaterThan(0);
    const list = await eventsUntil(
      "/api/events",
      (event) => /"runs":\[\{/.test(event),
      () => void newRecord(),
    );
    expect(list.length).toBeGreaterThan(0);
  });
});

test("what a run has met of secrets is hidden by a server that does not have them", async () => {
  const record = newRecord();
  const secret = 'pa"ss\\word-1';
  record.save("secrets.json", [{ name: "SHOP_TOKEN", value: secret }]);
  appendFileSync(record.journalPath, `${JSON.stringify({ event: "ends", printed: `bad ${secret}` })}\n`);
  const { text } = await send(`/api/run/0/${record.header.run}/journal`, allowed);
  expect(JSON.parse(text.trim().split("\n").at(-1)!)).toEqual({ event: "ends", printed: "bad <SHOP_TOKEN>" });
});
