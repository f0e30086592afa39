import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { noOwnEngine, startEngine } from "../tools/buildbox.ts";
import { closing, engineHere, exitOf, type Opened, open, runOn, script } from "./open-engine.ts";

/** The first processes of tests that an engine runs now. */
function workersOf(engine: number): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const all = lines.map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? []);
  const parents = new Map(all.map(([, pid, parent]) => [Number(pid), Number(parent)]));
  const isBelow = (pid: number): boolean => pid === engine || (parents.has(pid) && isBelow(parents.get(pid)!));
  return all
    .filter(([, pid, , args]) => args?.startsWith("perl culprit/worker.pl") && isBelow(Number(pid)))
    .map(([, pid]) => Number(pid));
}

/** Passes everything on to an engine, and can be told to do worse. */
async function proxyTo(
  port: number,
  pass: (from: Socket, to: Socket) => void,
): Promise<{ url: string; cut: () => void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((from) => {
    const to = connect(port, "127.0.0.1");
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => [from, to].map((each) => each.destroy()));
    }
    pass(from, to);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  closing.push(() => {
    cut();
    server.close();
  });
  return { url: `grpc://127.0.0.1:${(server.address() as { port: number }).port}`, cut };
}

describe("an engine that has a bad day loses no test and changes no outcome", skippedBecause(noOwnEngine), () => {
  test("it is killed while a test runs, and comes back", async () => {
    const store = temporaryFolder("engine-store");
    const first = await engineHere({ store });
    const opened = await open(first.url);
    const running = exitOf(opened, "sleep 2; exit 7");
    await exitOf(opened, "exit 0");
    await first.kill();
    const again = await startEngine({ port: first.port, store });
    closing.push(again.kill);
    expect(await running).toBe(7);
    expect(opened.notes).toContainEqual(expect.stringMatching(/has a problem .*; trying again/));
    expect(opened.notes).toContain("The engine works again.");
  });

  test("it loses the files that it had", async () => {
    const engine = await engineHere();
    const opened = await open(engine.url);
    expect(await exitOf(opened, "exit 3")).toBe(3);
    await engine.kill();
    rmSync(engine.store, { recursive: true, force: true });
    const again = await startEngine({ port: engine.port });
    closing.push(again.kill);
    expect(await exitOf(opened, "exit 4")).toBe(4);
  });

  test("a test that still runs when the engine is closed ends, and is not tried again", async () => {
    const opened = await open((await engineHere()).url);
    const running = exitOf(opened, "sleep 300").catch((error: Error) => error.name);
    await exitOf(opened, "exit 0");
    opened.engine.close();
    expect(await running).toBe("AbortError");
    expect(opened.notes.filter((note) => note.includes("problem"))).toEqual([]);
  });

  test("the process that runs a test is killed", async () => {
    const engine = await engineHere();
    const opened = await open(engine.url);
    const running = exitOf(opened, "sleep 3; exit 6");
    for (let workers: number[] = []; workers.length === 0; await sleep(20)) {
      workers = workersOf(engine.pid);
      for (const pid of workers) process.kill(pid, "SIGKILL");
    }
    expect(await running).toBe(6);
  });

  test("connections break, and links are slow", async () => {
    const engine = await engineHere();
    const slow = await proxyTo(engine.port, (from, to) => {
      from.on("data", (data) => setTimeout(() => to.write(data), 30));
      to.on("data", (data) => setTimeout(() => from.write(data), 30));
    });
    const opened = await open(slow.url);
    const running = ["sleep 1; exit 1", "sleep 1; exit 2", "sleep 1; exit 3"].map((text) => exitOf(opened, text));
    setTimeout(slow.cut, 600);
    expect(await Promise.all(running)).toEqual([1, 2, 3]);
  });

  test("connections go silent while nobody closes them", async () => {
    const engine = await engineHere();
    const silencing: (() => void)[] = [];
    const proxy = await proxyTo(engine.port, (from, to) => {
      from.pipe(to);
      to.pipe(from);
      silencing.push(() => [from.unpipe(to), to.unpipe(from)]);
    });
    const opened = await open(proxy.url, { silence: 1000 });
    const running = ["sleep 3; exit 1", "sleep 3; exit 2", "sleep 3; exit 3"].map((text) => exitOf(opened, text));
    await exitOf(opened, "exit 0");
    for (const silence of silencing.splice(0)) silence();
    expect(await Promise.all(running)).toEqual([1, 2, 3]);
  });

  test("the same test again is run again; with --reuse, another user gets its result", async () => {
    const engine = await engineHere();
    const opened = await open(engine.url);
    const stamp = async (each: Opened) => (await runOn(each, script("date +%s%N"))).output.stdout;
    expect(await stamp(opened)).not.toBe(await stamp(opened));
    const [ada, bob] = [await open(engine.url, { reuse: true }), await open(engine.url, { reuse: true })];
    const first = await stamp(ada);
    expect(await stamp(bob)).toBe(first);
    expect(await stamp(bob)).not.toBe(first);
  });

  test("uploads are what the engine does not have", async () => {
    const engine = await engineHere();
    const first = await open(engine.url);
    await exitOf(first, "exit 1");
    const before = first.engine.uploaded.blobs;
    await exitOf(first, "exit 2");
    // The request to the supervisor, its folder, the input root and the action.
    expect(first.engine.uploaded.blobs - before).toBeLessThanOrEqual(5);
  });
});

describe(
  "a test that kills the processes that run it is not only blamed on the worker",
  skippedBecause(noOwnEngine),
  () => {
    test.each(["kill -9 $PPID", "kill -9 -1"])("by %s", async (text) => {
      const opened = await open((await engineHere()).url);
      await expect(exitOf(opened, `${text}; sleep 60`)).rejects.toThrow(
        /did the test kill (?:it|the process that runs it)/i,
      );
    });
  },
);

describe("what is no engine, or lets nobody in, is refused with a reason", () => {
  test("nobody listens there", async () => {
    await expect(open("grpc://127.0.0.1:1", { patience: 1 })).rejects.toThrow(
      /^The engine grpc:\/\/127\.0\.0\.1:1 has had problems for .*ECONNREFUSED.*Is the address right/,
    );
  });

  test("something else answers", async () => {
    const server = createHttpServer((_, response) => response.end("<html>hello</html>"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => server.close());
    const { port } = server.address() as { port: number };
    await expect(open(`grpc://127.0.0.1:${port}`, { patience: 1 })).rejects.toThrow(
      /^The engine .* (?:refuses|has had problems)/,
    );
  });

  test("its certificate is signed by nobody we know", skippedBecause(noOwnEngine ?? missing("openssl")), async () => {
    const folder = temporaryFolder("engine-certificate");
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...names], {
      stdio: "ignore",
    });
    const engine = await engineHere();
    const pem = { key: readFileSync(key), cert: readFileSync(cert), ALPNProtocols: ["h2"] };
    const server = createTlsServer(pem, (from) => {
      const to = connect(engine.port, "127.0.0.1");
      for (const socket of [from, to]) socket.on("error", () => {});
      from.pipe(to).pipe(from);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => server.close());
    const url = `grpcs://127.0.0.1:${(server.address() as { port: number }).port}`;
    await expect(open(url)).rejects.toThrow(/refuses: self-signed certificate. --engine-ca names the certificate/);
    expect(await exitOf(await open(url, { ca: cert }), "exit 5")).toBe(5);
    await expect(open(url, { ca: key })).rejects.toThrow(`--engine-ca: ${key} has no certificate: `);
    await expect(open(url, { ca: cert, cert: key, key })).rejects.toThrow(/--engine-cert .* cannot be used: /);
    await expect(open(url.replace("grpcs:", "grpc:"), { patience: 1 })).rejects.toThrow("begins with grpcs://");
    await expect(open(engine.url.replace("grpc:", "grpcs:"))).rejects.toThrow(
      /refuses: wrong version number. It has no TLS at this address/,
    );
  });
});
