import { AssertionError, strictEqual } from "node:assert";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { file } from "../../../../src/causes/values/explain/body/file-input.ts";
import { makeExplain } from "../../../../src/causes/values/explain/library.ts";
import { errorOf, explain, folder, keptFile } from "./explained.ts";

const page = `<p>${"word ".repeat(200)}</p><SELECT NAME="priority" SIZE=7>\n`;
function render(text: string): number {
  const tag = /<SELECT[^>]*>/.exec(text);
  if (tag) throw new RangeError(`cannot render ${tag[0].length} bytes at ${tag.index}`);
  return text.length;
}

afterEach(() => vi.restoreAllMocks());

describe("a body that passes", () => {
  const withoutEngine = makeExplain(() => {
    throw new Error("the engine was loaded");
  });

  test("is called once, with the input itself, and its result is returned", async () => {
    const input = { list: [1, 2, 3] };
    const inputs: unknown[] = [];
    const result = await withoutEngine(input, (given) => {
      inputs.push(given);
      return given.list.length;
    });
    expect(inputs).toHaveLength(1);
    expect(inputs[0]).toBe(input);
    expect(result).toBe(3);
    expectTypeOf(result).toEqualTypeOf<number>();
  });

  test("may be asynchronous", async () => {
    const result = await withoutEngine("abc", async (text) => text.length);
    expectTypeOf(result).toEqualTypeOf<number>();
    expect(result).toBe(3);
  });
});

describe("the error", () => {
  test("is the one that the body threw first, with a longer message and its own stack", async () => {
    const errors: Error[] = [];
    const error = await errorOf(
      explain(page, (text) => {
        try {
          render(text);
        } catch (error) {
          errors.push(error as Error);
          throw error;
        }
      }),
    );
    expect(error).toBe(errors[0]);
    expect(error).toBeInstanceOf(RangeError);
    expect(error.message).toMatch(/^cannot render 31 bytes at \d+\n\nThe smallest input that fails like this, 8 of /);
    expect(error.message).toContain(
      '\n\n    "<SELECT>"\n\nLeave out any one character, and it does not fail like this (',
    );
    expect(error.stack).toContain(`RangeError: ${error.message}\n    at render (`);
    expect(keptFile(error, "full")).toBe(page);
    expect(keptFile(error, "smallest")).toBe("<SELECT>");
    expect(readFileSync(join(folder, ".culprit/.gitignore"), "utf8")).toBe("*\n");
  });

  test("of an assertion keeps what test runners compare", async () => {
    const error = (await errorOf(
      explain([1, 2, -3, 4], (list) => strictEqual(Math.min(0, ...list), 0)),
    )) as AssertionError;
    expect(error).toBeInstanceOf(AssertionError);
    expect([error.actual, error.expected]).toEqual([-3, 0]);
    expect(error.message).toContain("1 of 4 items:\n\n    [-1]\n\n");
  });

  test("that cannot be changed stays as it is, and the input is printed", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const frozen = Object.freeze(new Error("frozen"));
    expect(
      await errorOf(
        explain("abcd", (text) => {
          if (text.includes("c")) throw frozen;
        }),
      ),
    ).toBe(frozen);
    expect(warn.mock.lastCall?.[0]).toContain('    "c"');
    const thrown = await errorOf(
      explain("abcd", (text) => {
        if (text.includes("c")) throw "no error";
      }),
    );
    expect(thrown).toBe("no error");
    expect(warn).toHaveBeenCalledTimes(2);
  });

  test("says so if even an empty input fails", async () => {
    const error = await errorOf(
      explain([1, 2, 3], () => {
        throw new Error("always");
      }),
    );
    expect(error.message).toContain("    []\n\nEven this input fails (2 runs)");
  });
});

describe("inputs", () => {
  test.each([
    ["JSON text", JSON.stringify({ a: [{ id: 1 }, { id: -1, b: "c" }], c: 0 }), '[{"id":-1}]'],
    ["a string that is no valid Unicode", `${"x".repeat(99)}\ud834 -1 ${"y".repeat(99)}`, "-1"],
    ["a string with a NUL", `${"x".repeat(99)}\0-1${"y".repeat(99)}`, "-1"],
  ])("%s is simplified", async (kind, input, expected) => {
    const error = await errorOf(
      explain(input, (text) => {
        const value: unknown = kind === "JSON text" ? JSON.parse(text) : text;
        const ids = Array.isArray(value) ? value : ((value as { a?: { id: number }[] }).a ?? []);
        const isBad = typeof value === "string" ? value.includes("-1") : ids.some(({ id }) => id === -1);
        if (isBad) throw new Error("negative");
      }),
    );
    expect(keptFile(error, "smallest")).toBe(expected);
  });

  test.each([Buffer, Uint8Array])("bytes are simplified, and each is a new one of the same class", async (Class) => {
    const seen = new Set<unknown>();
    const input = Class.from(Array.from({ length: 500 }, (_, i) => (i === 321 ? 255 : 7)));
    const error = await errorOf(
      explain(input, (bytes) => {
        expect(Object.getPrototypeOf(bytes)).toBe(Object.getPrototypeOf(input));
        seen.add(bytes);
        const fails = bytes.includes(255);
        bytes.fill(0);
        if (fails) throw new Error("255");
      }),
    );
    expect(error.message).toContain("1 of 500 bytes:\n\n    <ff>\n\nLeave out any one byte");
    expect(error.message).toContain(`(${seen.size - 1} runs)`);
  });

  test("a body that changes its input gets a new one each time", async () => {
    const orders = { lines: Array.from({ length: 40 }, (_, i) => ({ id: i, tags: new Set(["a"]), at: new Date(i) })) };
    const error = await errorOf(
      explain(orders, ({ lines }) => {
        expect(lines.every(({ tags }) => tags === undefined || tags.size === 1)).toBe(true);
        const last = lines.pop();
        for (const line of lines.splice(0)) line.tags?.clear();
        last?.at?.setTime(0);
        if (last?.id === 39) throw new Error("39");
      }),
    );
    expect(keptFile(error, "smallest")).toBe(`${JSON.stringify({ lines: [{ id: 39 }] }, null, 2)}\n`);
    expect(JSON.parse(keptFile(error, "full")).lines).toHaveLength(40);
  });

  test("lists may contain anything, of which only plain data is changed", async () => {
    class Money {
      readonly sum: number;
      constructor(sum: number) {
        this.sum = sum;
      }
    }
    const list = [() => 1, new Money(3), new Money(-3), { deep: [new Money(-4)] }];
    const error = await errorOf(
      explain(list, (items) => {
        if (items.some((item) => item instanceof Money && item.sum < 0)) throw new Error("negative");
      }),
    );
    expect(error.message).toMatch(/1 of 4 items:\n\n {4}\[<Money \d+>\]\n/);
  });

  test("numbers come nearer to 0 as far as they fail", async () => {
    const error = await errorOf(
      explain({ a: 123_456, b: 7, c: -0.5 }, ({ a, b }) => {
        if (a > 1000 && b !== undefined) throw new Error("large");
      }),
    );
    expect(error.message).toContain('    {"a":1001,"b":0}\n');
  });

  test("a list inside a list is put in its place", async () => {
    const nested = [[[["deep"]]]];
    const error = await errorOf(
      explain(nested, (list) => {
        if (JSON.stringify(list).includes("ee")) throw new Error("deep");
      }),
    );
    expect(error.message).toContain('    ["ee"]\n');
  });

  test("a file: the body gets the path of a copy, which is removed", async () => {
    const path = join(folder, "big.csv");
    writeFileSync(path, Array.from({ length: 100 }, (_, i) => `${i},n${i}`).join("\n"));
    const seen: string[] = [];
    const isSeven = (copy: string) => {
      seen.push(copy);
      if (/^7,n7$/m.test(readFileSync(copy, "utf8"))) throw new Error("seven");
      writeFileSync(copy, "changed");
    };
    const error = await errorOf(explain(file(pathToFileURL(path)), isSeven));
    expect(keptFile(error, "smallest")).toBe("7,n7");
    expect(error.message).toContain("  full      big.csv\n");
    expect(new Set(seen.map((copy) => basename(copy)))).toEqual(new Set(["big.csv"]));
    expect(seen.filter((copy) => copy === path || existsSync(copy))).toEqual([]);
  });

  test("what cannot be cut into parts is refused before the body runs", async () => {
    const body = vi.fn();
    await expect(explain(new Map([[1, 2]]), body)).rejects.toThrow(
      "explain: the input must be a string, bytes, a list, a plain object or file(PATH), not an object of the class Map.",
    );
    await expect(explain("a", body, { budget: 0 })).rejects.toThrow("budget must be a positive number");
    expect(body).not.toHaveBeenCalled();
  });

  test("a list that contains itself is not simplified, and the body's error is not changed", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const list: unknown[] = [1];
    list.push(list);
    const error = await errorOf(
      explain(list, () => {
        throw new Error("cyclic");
      }),
    );
    expect(error.message).toBe("cyclic");
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe("the same failure", () => {
  test("is the same error from the same place; others are unresolved", async () => {
    const steps = ["open", ...Array.from({ length: 50 }, (_, i) => `write ${i}`), "close", "write 99"];
    const run = (list: readonly string[]) => {
      let open = false;
      for (const step of list) {
        if (step === "open") open = true;
        else if (!open && !list.includes("open")) throw new Error(`${step} without any file`);
        else if (step === "close") open = false;
        else if (!open) throw new Error(`${step} after the end`);
      }
    };
    const error = await errorOf(explain(steps, run));
    expect(JSON.parse(keptFile(error, "smallest"))).toEqual(["open", "close", "write 9"]);
  });

  test("that does not come again is thrown as it is", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    let runs = 0;
    const error = await errorOf(
      explain("abc", () => {
        if (runs++ === 0) throw new Error("once");
      }),
    );
    expect(error.message).toBe("once");
    expect(runs).toBe(2);
    expect(warn.mock.lastCall?.[0]).toContain("the failure does not repeat");
  });
});

describe("time", () => {
  test("when the budget ends, the smallest input so far is shown", async () => {
    const list = Array.from({ length: 3000 }, (_, i) => i);
    const error = await errorOf(
      explain(
        list,
        async (items) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          if (items.filter((n) => n % 10 === 0).length > 100) throw new Error("many");
        },
        { budget: 1000 },
      ),
    );
    expect(error.message).toMatch(
      /Stopped after .* and \d+ runs: it may get smaller with more time\. explain\(input, body/,
    );
    expect(error.message).not.toContain("Leave out any one");
    expect(JSON.parse(keptFile(error, "smallest")).length).toBeLessThan(3000);
  });

  test("a body that takes all of it is run once", async () => {
    let runs = 0;
    const slow = async () => {
      runs++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error("slow");
    };
    const error = await errorOf(explain("abc", slow, { budget: 10 }));
    expect(error.message).toMatch(
      /^slow\n\nThe input was not simplified: the body took \d+ ms, and explain has 10 ms\./,
    );
    expect(runs).toBe(1);
  });

  test.each([
    ["never ends", () => new Promise(() => {})],
    [
      "loops for ever",
      () => {
        for (;;);
      },
    ],
  ])("an input on which the body %s is unresolved", async (_, hang) => {
    const error = await errorOf(
      explain("ab", async (text) => {
        if (!text.includes("b")) await hang();
        throw new Error("b");
      }),
    );
    expect(error.message).toContain('    "b"\n\nLeave out any one');
  });
});

describe("a passing input", () => {
  const lines = Array.from({ length: 30 }, (_, i) => ({ id: i, price: i, note: `note ${i} of many` }));

  test("of a value: the edits that matter are named", async () => {
    const failing = lines.map((line) => ({ ...line, note: line.note.replace("many", "few"), price: line.price - 3 }));
    const sum = (list: typeof lines) => {
      if (list.some(({ price }) => price === -2)) throw new Error("negative");
    };
    const error = await errorOf(explain(failing, sum, { passing: lines }));
    expect(error.message).toContain(
      "because of 1 of 60 differences from the passing input:\n\n    [1].price: 1 → -2\n",
    );
    expect(error.message).toContain("No smaller difference was found");
    const [fails, passes] = ["failing", "passing"].map((name) => JSON.parse(keptFile(error, name)));
    expect(() => sum(fails)).toThrow("negative");
    expect(() => sum(passes)).not.toThrow();
  });

  test("of a value: what is added and left out", async () => {
    const passing = { a: 1, list: [1, 2, 3], gone: true, text: "all is well" };
    const failing = { a: 1, list: [1, 3, 4], more: { b: 2 }, text: "all was well" };
    const differ = (check: (value: Partial<typeof passing & typeof failing>) => boolean) =>
      errorOf(
        explain<Partial<typeof passing & typeof failing>, void>(
          failing,
          (value) => {
            if (check(value)) throw new Error("differs");
          },
          { passing },
        ),
      );
    expect((await differ(({ more }) => more !== undefined)).message).toContain('    more: {"b":2} is added\n');
    expect((await differ(({ gone }) => gone === undefined)).message).toContain("    gone: true is left out\n");
    expect((await differ(({ list }) => list?.at(-1) === 4)).message).toContain("    list[2]: 4 is added\n");
    expect((await differ(({ text }) => text?.includes("was") === true)).message).toContain('    text: "is" → "was"\n');
  });

  test("of a text: lines, then words, then characters", async () => {
    const passing = lines.map(({ note }) => `${note}\n`).join("");
    const failing = passing.replaceAll("note", "nota").replace("17 of", "17 off");
    const error = await errorOf(
      explain(
        failing,
        (text) => {
          if (text.includes("off")) throw new Error("off");
        },
        { passing },
      ),
    );
    expect(error.message).toContain('\n\n    line 18: "f" is added\n');
  });

  test("of JSON text: by its structure", async () => {
    const [passing, failing] = [lines, lines.map((line) => ({ ...line, price: line.price + 1000 }))];
    const error = await errorOf(
      explain(
        JSON.stringify(failing),
        (text) => {
          if (JSON.parse(text)[7].price > 900) throw new Error("large");
        },
        { passing: JSON.stringify(passing) },
      ),
    );
    expect(error.message).toMatch(/\n\n {4}line 1: "\d*" (?:is added|→ "\d+")\n/);
  });

  test("of bytes", async () => {
    const passing = Buffer.from(Array.from({ length: 250 }, (_, i) => i));
    const failing = Buffer.from(passing);
    failing[100] = failing[200] = 255;
    const error = await errorOf(
      explain(
        failing,
        (bytes) => {
          if (bytes[200] === 255) throw new Error("255");
        },
        { passing },
      ),
    );
    expect(error.message).toContain("because of 1 of 2 differences");
    expect(error.message).toContain("    byte 200: <c8> → <ff>\n");
  });

  test("that fails, too, is not used", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const error = await errorOf(explain(page, render, { passing: "<SELECT>" }));
    expect(error.message).toContain('    "<SELECT>"\n');
    expect(warn.mock.lastCall?.[0]).toContain("the input that should pass does not");
  });
});

describe("around the body", () => {
  test("only the first run prints, and what runs beside it prints as always", async () => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    const beside = (async () => {
      for (let i = 0; i < 20; i++) {
        console.log("beside");
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const body = async (text: string) => {
      console.log("body");
      await new Promise((resolve) => setImmediate(resolve));
      render(text);
    };
    await Promise.all([errorOf(explain(page, body)), errorOf(explain(page, body)), beside]);
    const printed = log.mock.calls.map(([word]) => word);
    expect(printed.filter((word) => word === "body")).toHaveLength(2);
    expect(printed.filter((word) => word === "beside")).toHaveLength(20);
    expect(console.log).toBe(log);
  });

  test("promises that are made later carry nothing of it", async () => {
    await errorOf(explain(page, render));
    expect(Object.getOwnPropertySymbols(Promise.resolve())).toEqual([]);
  });

  test("an explain inside a body that is run again only runs its own body", async () => {
    let inner = 0;
    const error = await errorOf(
      explain("abcdef", (text) =>
        explain("xyz", () => {
          inner++;
          if (text.includes("c")) throw new Error("c");
        }),
      ),
    );
    expect(error.message).toContain('    "c"\n');
    expect(inner).toBeLessThan(30);
  });

  test("culprit's own trials run a body once, and see its error as it is", async () => {
    vi.stubEnv("CULPRIT_TRIAL", "1.2");
    let runs = 0;
    const error = await errorOf(
      explain(page, (text) => {
        runs++;
        render(text);
      }),
    );
    vi.unstubAllEnvs();
    expect(runs).toBe(1);
    expect(error.message).toMatch(/^cannot render 31 bytes at \d+$/);
  });

  test("a body that takes snapshots is not run again", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    let runs = 0;
    const takers = { toMatchSnapshot: () => {} };
    await errorOf(
      explain(page, (text) => {
        runs++;
        takers.toMatchSnapshot();
        render(text);
      }),
    );
    expect(runs).toBe(1);
    expect(warn.mock.lastCall?.[0]).toContain("the body takes snapshots");
  });

  test("a language that does not exist is named, and the error stays", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const error = await errorOf(explain(page, render, { language: "nonsense" }));
    expect(error.message).toMatch(/^cannot render 31 bytes at \d+$/);
    expect(warn.mock.lastCall?.[0]).toContain("there is no language nonsense");
  });
});
