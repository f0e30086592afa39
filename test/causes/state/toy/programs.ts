import type { ToyProgram } from "./machine.ts";

/**
 * The sort of the lecture, which loses a number: the size that it is given is one too large. The numbers are in memory that was used
 * before.
 */
export const sample: ToyProgram = (m, words) =>
  m.call("main", { argv: ["sample", ...words] }, function* (v) {
    yield* m.line(30);
    v.argc = v.argv.length;
    yield* m.line(31);
    v.a = [0, 0, 0, 99, 0, 0, 0, 0].slice(0, v.argc);
    yield* m.line(32);
    for (v.i = 0; v.i < v.argc - 1; v.i++) {
      yield* m.line(33);
      v.a[v.i] = Number(v.argv[v.i + 1]);
    }
    delete v.i;
    yield* m.line(35);
    yield* m.call("shell_sort", { a: v.a, size: v.argc }, function* (s) {
      yield* m.line(6);
      s.h = 1;
      do {
        yield* m.line(8);
        s.h = s.h * 3 + 1;
      } while (s.h <= s.size);
      do {
        yield* m.line(11);
        s.h = Math.floor(s.h / 3);
        for (s.i = s.h; s.i < s.size; s.i++) {
          yield* m.line(13);
          s.v = s.a[s.i];
          for (s.j = s.i; s.j >= s.h && s.a[s.j - s.h] > s.v; s.j -= s.h) {
            yield* m.line(16);
            s.a[s.j] = s.a[s.j - s.h];
          }
          yield* m.line(18);
          if (s.i !== s.j) {
            yield* m.line(19);
            s.a[s.j] = s.v;
          }
        }
      } while (s.h !== 1);
    });
    yield* m.line(36);
    m.print(`Output: ${v.a.slice(0, v.argc - 1).join(" ")}`);
  });

/** Prints as it goes: what it is given, then what comes of it. */
export const prices: ToyProgram = (m, words) =>
  m.call("main", { argv: [...words] }, function* (v) {
    yield* m.line(14);
    v.prices = v.argv.map(Number);
    delete v.argv;
    yield* m.line(15);
    m.print("prices", v.prices);
    yield* m.line(16);
    v.total = yield* m.call("totalOf", { prices: v.prices }, function* (t) {
      yield* m.line(3);
      t.total = 0;
      for (t.i = 0; t.i < t.prices.length; t.i++) {
        yield* m.line(4);
        t.total += t.prices[t.i];
      }
      yield* m.line(5);
      return t.total;
    });
    yield* m.line(17);
    m.print("total", v.total);
    yield* m.line(18);
    v.off = yield* m.call("discount", { total: v.total }, function* (d) {
      yield* m.line(9);
      d.off = 0;
      yield* m.line(10);
      if (d.total > 100) d.off = Math.floor(d.total / 10);
      yield* m.line(11);
      return d.off;
    });
    yield* m.line(19);
    m.print("off", v.off);
    yield* m.line(20);
    m.print("pay", v.total - v.off);
  });

/** Rounds a number too early. */
export const bytes: ToyProgram = (m, words) =>
  m.call("main", {}, function* () {
    yield* m.line(6);
    const text = yield* m.call("shown", { number: Number(words[0]) }, function* (s) {
      yield* m.line(2);
      s.rounded = s.number / 1000;
      yield* m.line(3);
      s.rounded = Number(s.rounded.toPrecision(3));
      yield* m.line(4);
      return `${s.rounded} kB`;
    });
    m.print(text);
  });

export const names: ToyProgram = (m, words) =>
  m.call("main", { word: words[0] }, function* (v) {
    yield* m.line(7);
    v.n = yield* m.call("hash", { text: v.word }, function* (s) {
      yield* m.line(2);
      s.h = 0;
      yield* m.line(3);
      for (const c of s.text) s.h = s.h * 3 + c.charCodeAt(0);
      yield* m.line(4);
      return s.h;
    });
    yield* m.line(8);
    yield* m.call("print", { h: v.n }, function* (s) {
      yield* m.line(6);
      m.print(s.h);
    });
  });

/** Checks itself whether its output fits what it read: what was read, changed too late, fails as well. */
export const checked: ToyProgram = (m, words) =>
  m.call("main", { words: [...words] }, function* (v) {
    yield* m.line(17);
    v.lines = [];
    for (v.i = 0; v.i < v.words.length; v.i++) {
      yield* m.line(18);
      const line = yield* m.call("format", { word: v.words[v.i] }, function* (f) {
        yield* m.line(12);
        f.width = Math.min(5, f.word.length);
        yield* m.line(13);
        return f.word.slice(0, f.width);
      });
      v.lines.push(line);
    }
    yield* m.line(20);
    for (const line of v.lines) m.print(line);
    yield* m.line(21);
    m.status = v.lines.join(" ") === v.words.join(" ") ? 0 : 1;
  });

/** Checks what it kept against what it remembers: what is remembered, changed too late, fails as well, but prints something else. */
export const remembers: ToyProgram = (m, words) =>
  m.call("main", { values: words.map(Number) }, function* (v) {
    yield* m.line(8);
    [v.remembered, v.kept] = [[], []];
    for (v.i = 0; v.i < v.values.length; v.i++) {
      yield* m.line(9);
      v.value = v.values[v.i];
      yield* m.line(10);
      v.remembered.push(v.value);
      yield* m.line(11);
      yield* m.call("keep", { kept: v.kept, value: v.value }, function* (k) {
        yield* m.line(3);
        k.digit = k.value % 10;
        yield* m.line(4);
        k.kept.push(k.digit);
      });
    }
    yield* m.line(13);
    for (const each of v.kept) m.print("kept", each);
    m.print("sum", v.kept[0] + v.kept[1] + v.kept[2]);
    m.print("product", v.kept[0] * v.kept[1] * v.kept[2]);
    yield* m.line(16);
    const lost = v.remembered.filter((value: number, i: number) => value !== v.kept[i]);
    for (const value of lost) m.print("lost", value);
    m.status = lost.length > 0 ? 1 : 0;
  });

/** The largest of some numbers; forgets that all of them may be below zero, and hangs. */
export const largest: ToyProgram = (m, words) =>
  m.call("main", { numbers: words.map(Number) }, function* (v) {
    yield* m.line(12);
    v.found = yield* m.call("largest", { numbers: v.numbers }, function* (l) {
      yield* m.line(2);
      l.best = 0;
      for (const each of l.numbers) {
        yield* m.line(4);
        if (each > l.best) l.best = each;
      }
      yield* m.line(6);
      return l.best;
    });
    while (!v.numbers.includes(v.found)) yield* m.line(14);
    yield* m.line(15);
    m.print("largest", v.found);
  });

/** All work is done after the main code, in a function that waits and in callbacks. */
export const later: ToyProgram = function* (m, words) {
  const priceOf = (price: { readonly name: string }) =>
    m.call("priceOf", price, function* (p) {
      yield* m.line(13);
      return { tea: 3, milk: 2 }[p.name as string];
    });
  m.globals.total = 0;
  yield* m.call("take", { names: [...words] }, function* (v) {
    for (v.i = 0; v.i < v.names.length; v.i++) {
      yield* m.line(17);
      v.name = v.names[v.i];
      yield* m.line(18);
      yield* m.call("item", { name: v.name }, function* (e) {
        yield* m.line(9);
        m.globals.total += yield* priceOf({ name: e.name });
      });
    }
    yield* m.line(21);
  });
  yield* m.call("end", {}, function* () {
    yield* m.line(27);
    m.print("total", m.globals.total);
  });
};

/** Adds up a large table in which one row, the one that it is told, has another value. */
export const table: ToyProgram = (m, [row, price, size = "6000"]) =>
  m.call("main", {}, function* (v) {
    yield* m.line(3);
    v.rows = Array.from({ length: Number(size) }, (_, i) => ({ price: i === Number(row) ? Number(price) : 1 }));
    yield* m.line(4);
    yield* m.call("sum", { rows: v.rows }, function* (s) {
      yield* m.line(9);
      s.total = 0;
      for (const each of s.rows) s.total += each.price;
      yield* m.line(10);
      m.print(s.total > s.rows.length ? "dear" : "cheap");
    });
  });

/** Most of a large table differs, and only its last row matters. */
export const lastOfMany: ToyProgram = (m, [price]) =>
  m.call("main", {}, function* (v) {
    yield* m.line(3);
    v.rows = Array.from({ length: 40_000 }, (_, i) => (i < 1000 ? 0 : Number(price)));
    yield* m.line(4);
    yield* m.call("last", { rows: v.rows }, function* (s) {
      yield* m.line(9);
      m.print(s.rows.at(-1));
    });
  });
