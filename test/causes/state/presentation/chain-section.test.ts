import { describe, expect, test } from "vitest";
import type { CauseTransition, ChainLink, StateFinding } from "../../../../src/causes/state/finding.ts";
import { chainSection } from "../../../../src/causes/state/presentation/chain-section.ts";

const link = (place: string, variable: string, more: Partial<ChainLink> = {}): ChainLink => ({
  place,
  cause: [{ variable, old: "9", new: "0" }],
  values: 7,
  ...more,
});
const move = (line: number, from: string, to: string): CauseTransition => ({
  file: "s.c",
  line,
  from: [{ variable: from }],
  to: [{ variable: to }],
  evidence: "move",
  excerpt: [{ line, text: "  sort(a, argc);", marked: true }],
});

const drawn = (links: readonly ChainLink[], transitions: readonly CauseTransition[] = []) =>
  chainSection({ chain: links, transitions } as Partial<StateFinding> as StateFinding)!.html;
const stops = (page: string) => [...page.matchAll(/<li class="(\w+)">/g)].map(([, kind]) => kind);

describe("the line from the input to the failure", () => {
  const excerpt = [{ line: 3, text: "int h = 1;", marked: true }];
  const links = [link("input", "arguments"), link("main", "argc", { excerpt }), link("sort", "a[2]", { excerpt })];

  test("has the moves of the cause between the places that they lead from and to, in whatever order they are given", () => {
    const page = drawn(links, [move(9, "x", "a[2]"), move(8, "argc", "x")]);
    expect(stops(page)).toEqual(["station", "station", "moves", "moves", "station"]);
    expect(page.indexOf("s.c:8")).toBeLessThan(page.indexOf("s.c:9"));
  });

  test("shows moves that fit nowhere at its end", () => {
    expect(drawn(links, [move(8, "y", "z")])).toMatch(/The cause moves here too.*s\.c:8/s);
  });

  test("is open where the cause moves on, and at the last place", () => {
    const open = (page: string) => page.match(/<details open>/g)?.length ?? 0;
    expect(open(drawn(links))).toBe(1);
    expect(open(drawn(links, [move(8, "argc", "a[2]")]))).toBe(2);
  });

  test("names other causes, together where they are needed together", () => {
    const runnersUp = [[{ variable: "size" }], [{ variable: "a[0]" }, { variable: "a[1]" }]];
    const text = drawn([link("sort", "a[2]", { runnersUp })]).replace(/<[^>]*>/g, "");
    expect(text).toContain("also makes it fail: size, a[0] with a[1]");
  });

  test("tells variables of the same name apart by their functions, and only those", () => {
    const of = (scope: string) => [{ variable: "h", scope, old: "1", new: "2" }];
    const same = [
      { ...links[1]!, cause: of("hash") },
      { ...links[2]!, cause: of("insert") },
    ];
    const moves = [{ ...move(8, "h", "h"), from: of("hash"), to: of("insert") }];
    const page = drawn(same, moves);
    expect(stops(page)).toEqual(["station", "moves", "station"]);
    const text = page.replace(/<[^>]*>/g, "");
    expect(text).toContain("The cause moves from h in hash to h in insert");
    expect(text.match(/h in (?:hash|insert)/g)).toHaveLength(4);
    expect(drawn([links[1]!, same[0]!], [{ ...moves[0]!, from: links[1]!.cause }])).not.toContain("h in hash");
  });

  test("says on top of what a cause is one", () => {
    const onTopOf = { values: 7, variables: ["size", "argc"] };
    const text = drawn([link("sort", "a[2]", { onTopOf })]).replace(/<[^>]*>/g, "");
    expect(text).toContain("on top of other values of the failing run: size, argc and 5 more");
  });

  test("marks the line without its indent", () => {
    expect(drawn(links, [move(8, "argc", "a[2]")])).toContain("  <mark>sort(a, argc);</mark>");
  });
});
