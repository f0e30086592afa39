import { EventEmitter } from "node:events";
import fs, { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type ExploreOptions, explore, ScheduleError } from "../../../../src/schedule.ts";

const name = "test/causes/schedule/body/library.process.test.ts";

/** The error with which a body comes out. */
async function failureOf(body: () => unknown, options?: ExploreOptions): Promise<ScheduleError> {
  // Enough for any machine, unless a test is about the budget itself.
  const error = await explore(body, { budget: 60_000, ...options }).then(
    () => new Error("passes"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScheduleError);
  return error as ScheduleError;
}

/** The line of this file that holds the text. */
function lineOf(text: string): number {
  const lines = fs.readFileSync(import.meta.filename, "utf8").split("\n");
  return lines.findIndex((line) => line.includes(text) && !line.includes("lineOf(")) + 1;
}

async function lostUpdate(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "culprit-library-"));
  const file = join(folder, "users");
  await writeFile(file, "");
  const add = async (user: string, ms: number) => {
    await pause(ms);
    const users = await readFile(file, "utf8"); // reads the users
    await writeFile(file, `${users}${user}\n`); // writes the users
  };
  await Promise.all([add("alice", 1), add("bob", 3)]);
  const users = await readFile(file, "utf8");
  await rm(folder, { recursive: true });
  expect(users.trim().split("\n").sort()).toEqual(["alice", "bob"]);
}

async function twoCallsInOneLine(): Promise<void> {
  const shown: string[] = [];
  const show = async (text: string, ms: number) => {
    await pause(ms);
    shown.push(text);
  };
  await Promise.all([show("first", 1), show("second", 2)]); // shows both
  expect(shown).toEqual(["first", "second"]);
}

async function staleResponse(): Promise<void> {
  const server = http.createServer((request, response) => response.end(`results for ${request.url}`));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  let shown = "";
  const search = (text: string) =>
    new Promise<void>((resolve) => {
      http.get({ port, path: `/${text}`, agent: false }, (response) => {
        response.on("data", (data) => {
          shown = String(data);
        });
        response.on("end", resolve);
      });
    });
  await Promise.all([search("c"), search("cat")]);
  server.close();
  expect(shown).toBe("results for /cat");
}

async function initTwice(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "culprit-library-"));
  let made = 0;
  const ensure = async () => {
    const file = join(folder, "initialised");
    try {
      await stat(file); // looks
    } catch {
      made++;
      await writeFile(file, ""); // makes
    }
  };
  await Promise.all([ensure(), pause(2).then(ensure)]);
  fs.rmSync(folder, { recursive: true });
  expect(made).toBe(1);
}

async function timersInTheWrongOrder(): Promise<void> {
  const emitter = new EventEmitter();
  const heard: string[] = [];
  setTimeout(() => emitter.on("ready", () => heard.push("ready")), 10); // listens
  setTimeout(() => emitter.emit("ready"), 11); // speaks
  await pause(50);
  expect(heard).toEqual(["ready"]);
}

describe("a body that fails in some order", () => {
  test.each([
    { body: lostUpdate, first: "reads the users", second: "writes the users" },
    { body: initTwice, first: "looks", second: "makes" },
    { body: timersInTheWrongOrder, first: "speaks", second: "listens" },
  ])("$body.name: names the two events", async ({ body, first, second }) => {
    const error = await failureOf(body);
    const told = /^It fails if \S+ (\S+?):\d+ runs before \S+ (\S+?):\d+\.\n/.exec(error.message);
    expect(told?.slice(1)).toEqual([`${name}:${lineOf(`// ${first}`)}`, `${name}:${lineOf(`// ${second}`)}`]);
    expect((error.cause as Error).name).toBe("AssertionError");
  });

  test("two calls in one line are told apart by their columns", async () => {
    const { message } = await failureOf(twoCallsInOneLine);
    const line = lineOf("// shows both");
    const [, first, second] =
      new RegExp(`from line ${line}:(\\d+).* runs before .* from line ${line}:(\\d+)`).exec(message) ?? [];
    // The second call is further to the right, and its timer runs first.
    expect(Number(first)).toBeGreaterThan(Number(second));
  });

  test("a stale response over HTTP", async () => {
    const error = await failureOf(staleResponse);
    const caller = `\\(after .* from line ${lineOf('search("c"), search("cat")')}:\\d+\\)`;
    expect(error.message).toMatch(
      new RegExp(`^It fails if net\\.\\w+ \\S+ ${caller} runs before net\\.\\w+ \\S+ ${caller}\\.\\n`),
    );
    expect((error.cause as Error).message).toContain("results for /cat");
  });

  test.each([lostUpdate, staleResponse, initTwice, timersInTheWrongOrder])(
    "%o fails the same 20 times if its schedule is replayed",
    async (body) => {
      const { schedule, cause, message } = await failureOf(body);
      expect(message).toContain(`explore(body, { replay: "${schedule}" })`);
      for (let round = 0; round < 20; round++) {
        const again = await failureOf(body, { replay: schedule });
        expect((again.cause as Error).message).toBe((cause as Error).message);
        expect(again.schedule).toBe(schedule);
      }
    },
  );

  test("a message that overtakes a file", async () => {
    const error = await failureOf(async () => {
      const { port1, port2 } = new MessageChannel();
      let value = "";
      port2.on("message", (data) => {
        value = data;
      });
      const filled = readFile(import.meta.filename).then(() => {
        value = "old";
      });
      port1.postMessage("new");
      await filled;
      await pause(5);
      port1.close();
      if (value === "old") throw new Error("old");
    });
    expect(error.message).toMatch(/^It fails if message \S+ runs before fs\.\w+ \S+\.\n/);
  });

  test("the same is found for the same seed", async () => {
    const [one, other] = [await failureOf(lostUpdate, { seed: 7 }), await failureOf(lostUpdate, { seed: 7 })];
    expect(one.message).toBe(other.message);
  });

  test("the message shows the order in two columns and the stack the test", async () => {
    const { message, stack } = await failureOf(timersInTheWrongOrder);
    expect(message).toContain(`
  > timeout ${name}:${lineOf("// speaks")}:3
  >${" ".repeat(`timeout ${name}:${lineOf("// speaks")}:3`.length + 5)}timeout ${name}:${lineOf("// listens")}:3
`);
    expect(stack).toMatch(/at .*library\.process\.test\.ts:\d+/);
    expect(stack).not.toMatch(/src\/causes\/schedule\/body/);
  });

  test("one that fails as it comes, and passes in another order", async () => {
    const error = await failureOf(async () => {
      const order: string[] = [];
      setTimeout(() => order.push("one"), 5);
      setTimeout(() => order.push("two"), 6);
      await pause(20);
      if (order[0] === "one") throw new Error("one came first");
    });
    expect(error.message).toMatch(/^It fails if timeout \S+ runs before timeout /);
    expect(error.schedule).toBe("");
    expect(error.cause).toEqual(new Error("one came first"));
  });

  test("one that fails in every order", async () => {
    const wrong = async () => {
      await pause(1);
      throw new Error("wrong");
    };
    const error = await failureOf(wrong, { schedules: 10 });
    expect(error.message).toMatch(/^It fails in every order that was tried\.\n\n {4}Error: wrong\n/);
    expect(error.message).toContain("Tried 10 schedules.");
  });

  test("the failure that is explained is the one that was found first", async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const thrown: string[] = [];
      const { cause } = await failureOf(
        async () => {
          const order: string[] = [];
          for (const [each, ms] of Object.entries({ a: 5, b: 6, c: 20, d: 21 })) setTimeout(() => order.push(each), ms);
          await pause(60);
          const said = order.join("");
          const wrong = ["dc", "ba"].find((pair) => said.includes(pair));
          if (wrong !== undefined) thrown.push(wrong);
          if (wrong !== undefined) throw new Error(wrong);
        },
        { seed },
      );
      expect((cause as Error).message).toBe(thrown[0]);
    }
  });

  test("where all orders between fail in other ways, no single pair of events is blamed", async () => {
    const { message } = await failureOf(async () => {
      const order: number[] = [];
      for (const ms of [5, 6, 7, 8, 9, 10]) setTimeout(() => order.push(ms), ms); // comes
      await pause(60);
      if (order.join() !== "5,6,7,8,9,10") throw new Error(order.join());
    });
    const place = `timeout ${name}:${lineOf("// comes")}:45`;
    expect(message).toContain("It fails if all of these hold, and passes if none does;");
    expect(
      message.split(new RegExp(`\\n    ${place} \\(event \\S+\\) runs before ${place} \\(event \\S+\\)`)).length - 1,
    ).toBeGreaterThan(1);
    expect(message.split(`\n  > ${place}`).length - 1).toBeGreaterThan(2);
  });

  test("one that shares state between its runs", async () => {
    let runs = 0;
    const error = await failureOf(async () => {
      await pause(1);
      if (++runs > 1) throw new Error("not anew");
    });
    expect(error.message).toMatch(/^It passed, then failed in the same order\. Does the body share state/);
  });
});

describe("a body that passes", () => {
  test("is run by as many schedules as wanted", async () => {
    let runs = 0;
    const explored = await explore(
      async () => {
        runs++;
        await Promise.all([pause(1), pause(2), pause(3)]);
      },
      { schedules: 40 },
    );
    expect(explored.schedules).toBe(40);
    expect(explored.orders).toBeGreaterThan(2);
    expect(explored.uncontrolled).toEqual([]);
    expect(runs).toBe(41);
  });

  test("may wait long, do nothing, or return nothing", async () => {
    await explore(() => pause(3_600_000), { schedules: 5 });
    await explore(() => {}, { schedules: 5 });
  });

  test("sees the same time and the same chance in every run", async () => {
    const seen = new Set<string>();
    await explore(
      async () => {
        await pause(1);
        seen.add([Date.now(), new Date().toISOString(), performance.now(), process.hrtime(), Math.random()].join());
      },
      { schedules: 5 },
    );
    expect(seen.size).toBe(1);
  });

  test("says what is not controlled", async () => {
    const { uncontrolled } = await explore(() => void crypto.randomUUID(), { schedules: 1 });
    expect(uncontrolled).toEqual(["random bytes"]);
  });

  test("may use a server that was started before it", async () => {
    const server = http.createServer((_, response) => setTimeout(() => response.end("ok"), 5));
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const explored = await explore(
      async () => expect(await (await fetch(`http://localhost:${port}`)).text()).toBe("ok"),
      {
        schedules: 5,
      },
    );
    expect(explored.uncontrolled).toEqual([]);
    server.close();
  });
});

describe("a run that goes wrong", () => {
  test("waits for ever: for a promise", async () => {
    const error = await failureOf(
      async () => {
        const told = new EventEmitter();
        setTimeout(() => told.emit("done"), 5);
        setTimeout(() => {}, 4);
        await pause(4);
        await new Promise((resolve) => told.once("done", resolve));
      },
      { timeout: 200 },
    );
    expect(error.message).toMatch(/^It fails if timeout \S+ runs before timeout /);
    expect((error.cause as Error).message).toBe("The body never ends: it is waiting, and nothing is left to run.");
  });

  test("waits for ever: for a connection", async () => {
    const error = await failureOf(
      async () => {
        const server = net.createServer(() => {});
        await new Promise<void>((resolve) => server.listen(0, resolve));
        const socket = net.connect((server.address() as AddressInfo).port);
        await new Promise((resolve) => socket.once("data", resolve));
      },
      { timeout: 200, schedules: 3 },
    );
    expect((error.cause as Error).message).toMatch(/Still open:\n {2}socket \S+library\.process\.test\.ts:\d+/);
    expect(error.message).toMatch(/\n\nIt waits for:\n {4}socket \S+\n {4}socket \S+\n\n/);
  });

  test("never comes to an end", async () => {
    const forever = async () => {
      for (;;) await pause(1);
    };
    const error = await failureOf(forever, { limit: 100, schedules: 2 });
    expect((error.cause as Error).message).toBe("The body is still running after 100 events.");
  });

  test.each([
    ["in a timer", () => setTimeout(() => fail(), 5)],
    ["in a callback", () => fs.stat("/", () => fail())],
    ["in a next tick", () => fs.stat("/", () => process.nextTick(fail))],
    ["in a promise that nobody awaits", () => void pause(5).then(fail)],
    ["as an error that nobody listens to", () => void fs.createReadStream("/nowhere/at/all")],
  ])("throws %s", async (_, start) => {
    const error = await failureOf(
      async () => {
        start();
        await pause(20);
      },
      { schedules: 3 },
    );
    expect((error.cause as Error).message).toMatch(/thrown|ENOENT/);
  });

  const fail = () => {
    throw new Error("thrown");
  };

  test("throws after the body's own end", async () => {
    const error = await failureOf(() => void setTimeout(fail, 1000), { schedules: 2 });
    expect((error.cause as Error).message).toBe("thrown");
  });
});

describe("the budget ends", () => {
  const never = () => new Promise(() => {});
  const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

  test("before the first run does: the message says so, and how to give it more time", async () => {
    const { message, cause } = await failureOf(never, { timeout: 60_000, budget: 50 });
    expect(message).toMatch(/^It had not ended after 50 ms\.\n/);
    expect(message).toContain("explore(body, { budget: MS })");
    expect((cause as Error).message).toBe("The body had not ended when its time was over.");
  });

  test("while a body hangs in every order: the message says how many were tried", async () => {
    const { message } = await failureOf(never, { timeout: 20, budget: 1000, schedules: 10_000 });
    expect(message).toMatch(/^It fails in every order that was tried\.\n/);
    expect(message).toMatch(/The budget of explore, 1000 ms, is over\. .*\n\nTried \d+ schedules?\. /);
  });

  test("before all schedules are tried: it passes, and the result says how many there were", async () => {
    const warn = vi.spyOn(console, "warn");
    let runs = 0;
    const body = async () => {
      await pause(1);
      if (++runs === 5) block(1000);
    };
    const { schedules, complete } = await explore(body, { schedules: 1_000_000, budget: 1000 });
    expect({ schedules, complete }).toEqual({ schedules: runs - 1, complete: false });
    expect(warn).not.toHaveBeenCalled();
    expect((await explore(body, { schedules: 3 })).complete).toBe(true);
  });

  test("before it is known what decides: the failure counts", async () => {
    const { message } = await failureOf(
      async () => {
        await twoCallsInOneLine().catch((error: unknown) => {
          block(1000);
          throw error;
        });
      },
      { budget: 1000 },
    );
    expect(message).toMatch(/^It fails in this order, and passes in another one\. There was no time/);
    expect(message).toContain("The budget of explore, 1000 ms, is over.");
    expect(message).toContain('explore(body, { replay: "');
  });

  test("while a body waits for others to be explored: it says that it was not run", async () => {
    const [, second] = await Promise.allSettled([
      explore(never, { timeout: 60_000, budget: 100 }),
      explore(() => {}, { budget: 50 }),
    ]);
    expect(second).toMatchObject({ reason: { message: expect.stringContaining("other explorations took all") } });
  });

  test("in a replay", async () => {
    const { message } = await failureOf(never, { timeout: 60_000, budget: 50, replay: "" });
    expect(message).toMatch(/^It had not ended after 50 ms\./);
  });
});

describe("what a body leaves behind", () => {
  test("is run to its end before the next run", async () => {
    const log: string[] = [];
    await explore(
      () => {
        log.push("body");
        setTimeout(() => fs.stat("/", () => log.push("late")), 1000);
      },
      { schedules: 2 },
    );
    expect(log).toEqual(["body", "late", "body", "late", "body", "late"]);
  });

  test("is dropped if it goes on for ever, and does not come back", async () => {
    let beats = 0;
    await explore(() => void setInterval(() => beats++, 10), { schedules: 1 });
    expect(beats).toBe(2000);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(beats).toBe(2000);
  });

  test("is not waited for if it would keep no process alive; in the body it is", async () => {
    let late = 0;
    await explore(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 10).unref());
        setTimeout(() => late++, 10).unref();
      },
      { schedules: 3 },
    );
    expect(late).toBe(0);
  });

  test("does nothing any more when its run is over", async () => {
    let late = 0;
    const outside = new Promise((resolve) => setTimeout(resolve, 400));
    const waiting = async () => {
      await outside;
      await pause(1);
      late++;
    };
    await failureOf(waiting, { timeout: 50, schedules: 1 });
    const explored = await explore(() => outside.then(() => pause(10)), { schedules: 3 });
    expect(late).toBe(0);
    expect(explored.orders).toBe(1);
  });

  test("is closed if it is a server or a connection", async () => {
    let port = 0;
    const left = async () => {
      const server = net.createServer((socket) => socket.write("hello"));
      await new Promise<void>((resolve) => server.listen(port, resolve));
      port = (server.address() as AddressInfo).port;
      const socket = net.connect(port);
      await new Promise((resolve) => socket.once("data", resolve));
    };
    await explore(left, { schedules: 5 });
    await expect(fetch(`http://localhost:${port}`)).rejects.toThrow();
  });
});

describe("the rest of the process", () => {
  afterEach(() => vi.useRealTimers());

  test("goes on as usual while a body is explored", async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const reading = readFile(import.meta.filename, "utf8");
    await explore(() => pause(3_600_000), { schedules: 100 });
    expect((await reading).length).toBeGreaterThan(100);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(0);
    expect(Date.now()).toBeGreaterThan(1_750_000_000_000);
    expect(existsSync(import.meta.filename)).toBe(true);
  });

  test("several explorations come one after the other", async () => {
    let running = 0;
    let most = 0;
    const body = async () => {
      most = Math.max(most, ++running);
      await pause(5);
      running--;
    };
    await Promise.all([1, 2, 3].map(() => explore(body, { schedules: 5 })));
    expect(most).toBe(1);
  });

  test("one that fails does not stop the next", async () => {
    const results = await Promise.allSettled([
      explore(() => Promise.reject(new Error("no")), { schedules: 2 }),
      explore(() => pause(1), { schedules: 2 }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });

  test("fake timers are refused", async () => {
    vi.useFakeTimers();
    await expect(explore(() => pause(1))).rejects.toThrow("explore: fake timers are in use");
  });

  test("explore in a body is refused, and so are options that make no sense", async () => {
    const error = await failureOf(() => explore(() => {}), { schedules: 1 });
    expect((error.cause as Error).message).toBe("explore cannot be called inside a body that it runs.");
    await expect(explore(() => {}, { schedules: 0 })).rejects.toThrow(
      "explore: schedules must be a positive integer, not 0.",
    );
  });
});
