import { expect, test } from "vitest";
import type { RefusedChange } from "../../../../runtimes/protocol/state.ts";
import { copyOf, find, gdbRunner, path, scalar } from "../gdb-program.ts";

const gdb = gdbRunner();
const plan = () => ({ command: [gdb.build("entries.cpp", "-std=c++17")], place: { function: "show", hit: 1 } });

test("entries of maps, sets and optionals are added and removed, and the program finds them in order", () => {
  const graph = gdb.capture(plan());
  const put = (name: string, key: string, text: string) => ({ at: path(graph, name, key), to: scalar(text) });
  const drop = (name: string, key: string) => ({ at: path(graph, name, key), to: { gone: true } as const });
  const vector = copyOf(graph, find(graph, "lists", "0.5"));
  const keys = ["7", "45", "-3", "100", "33"];
  const changes = [
    put("ages", '"carl with a long name"', "1"),
    put("ages", '"aaa"', "2"),
    drop("ages", '"bob"'),
    put("names", "3", '"three"'),
    put("names", "-1", '"minus one"'),
    ...keys.map((key) => put("numbers", key, key)),
    ...["0", "50", "20"].map((key) => drop("numbers", key)),
    { at: path(graph, "lists", "0.25"), to: vector },
    drop("some", "contained value"),
    put("none", "contained value", '"now"'),
  ];
  expect(gdb.run(plan()).stdout).toBe("ann=30 bob=40 0 10 20 30 40 50 0.5:2 206112 5 none\nbob=40 zoe=1 10\n");
  const changed =
    "aaa=2 ann=30 carl with a long name=1 -1=minus one 3=three -3 7 10 30 33 40 45 100 0.25:2 0.5:2 328212 -1 now\n" +
    "aaa=2 carl with a long name=1 zoe=1 01\n";
  for (const order of [changes, changes.toReversed()]) {
    expect(gdb.run({ ...plan(), changes: order })).toMatchObject({ end: 0, stdout: changed });
  }
});

test("the program finds added entries of hash maps and sets, and goes on to add and remove some", () => {
  const inFind = { command: [...plan().command, "find"], place: { function: "find", hit: 1 } };
  const graph = gdb.capture(inFind);
  const put = (name: string, key: string, text: string) => ({ at: path(graph, name, key), to: scalar(text) });
  const drop = (name: string, key: string) => ({ at: path(graph, name, key), to: { gone: true } as const });
  const added = Array.from({ length: 20 }, (_, i) => String(100 + 7 * i));
  const changes = [
    put("counts", '"short"', "5"),
    put("counts", '"another name that is long"', "6"),
    drop("counts", '"a name that is long 1"'),
    ...added.map((key) => put("seen", key, key)),
    ...["0", "13", "26"].map((key) => drop("seen", key)),
    put("halves", "2.5", "3"),
    drop("halves", "0.5"),
  ];
  const lines = (run: { stdout: string }) => run.stdout.trim().split("\n");
  const long = "a name that is long";
  expect(lines(gdb.run(inFind))).toEqual([`${long} 0=0 ${long} 1=1 ${long} 2=2 0 13 26 010 332`, "100 100"]);
  const names = `${long} 0=0 ${long} 2=2 another name that is long=6 short=5`;
  expect(lines(gdb.run({ ...inFind, changes }))).toEqual([`${names} ${added.join(" ")} 001 4202`, "100 120"]);
  expect(lines(gdb.run({ ...inFind, changes: changes.toReversed() }))).toEqual([
    `${names} ${added.join(" ")} 001 4202`,
    "100 120",
  ]);
});

test("an impossible change ends the run, or is listed and skipped", () => {
  const graph = gdb.capture(plan());
  const put = (name: string, key: string) => ({ at: path(graph, name, key), to: scalar("1") });
  const impossible = [put("downwards", "5"), put("list", "2"), put("numbers", "word"), put("numbers", "10")];
  for (const change of impossible) {
    const run = gdb.run({ ...plan(), changes: [change] });
    expect(run).toMatchObject({ end: 125, stdout: "", stderr: expect.stringMatching(/^culprit: .*\n$/) });
  }
  const changes = [impossible[0]!, put("ages", '"bob"'), ...impossible.slice(1), put("ages", '"ann"')];
  const run = gdb.run({ ...plan(), changes, refused: gdb.file("refused") });
  expect(run).toMatchObject({
    end: 0,
    stdout: expect.stringMatching(/^ann=1 bob=1 0 10 20 30 40 50 0.5:2 206112 5 none/),
  });
  const refusals: RefusedChange[] = run.refused;
  expect(refusals.map(({ change }) => change)).toEqual([0, 2, 3, 4]);
  expect(refusals[0]!.reason).toMatch(/cannot be added or removed: its order is not std::less$/);
});
