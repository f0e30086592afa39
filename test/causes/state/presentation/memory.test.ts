import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MemoryPicture } from "../../../../src/causes/state/picture/memory-picture.ts";
import { memoryFigures } from "../../../../src/causes/state/presentation/memory.ts";
import { arrowsOf, type Side } from "../../../../src/causes/state/presentation/memory-columns.ts";
import { heightIn, layOut, type PlacedBox } from "../../../../src/causes/state/presentation/memory-layout.ts";
import { picturedAny, twoStates } from "../picture/picture-graphs.ts";

const sides: readonly Side[] = ["passing", "failing"];
const pictures = twoStates.map(picturedAny);

const isInside = (box: PlacedBox, x: number, y: number, slack = 0) =>
  x >= box.x - slack && x <= box.x + box.width + slack && y >= box.y - slack && y <= box.y + box.height + slack;

const overlap = (a: PlacedBox, b: PlacedBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Where the tips of the arrows of one drawn run are. */
function tipsIn(figure: string): [x: number, y: number][] {
  return [...figure.matchAll(/class="tip" d="M(\S+) (\S+)l/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

function figuresOf(picture: MemoryPicture): Record<Side, string> {
  const [, passing, failing] = memoryFigures(picture).html.split("<figure");
  return { passing: passing!, failing: failing! };
}

const placesIn = (figure: string) => [...figure.matchAll(/transform="translate\((.*?)\)"/g)].map(([, at]) => at!);

describe("the layout of a picture of memory", () => {
  test("has no two boxes on top of each other, and all of them on the sheet", () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const { boxes, width, height } = layOut(picture);
        expect(boxes).toHaveLength(picture.boxes.length);
        for (const [i, box] of boxes.entries()) {
          expect(box.x + box.width).toBeLessThanOrEqual(width);
          expect(box.y + box.height).toBeLessThanOrEqual(height);
          expect(boxes.slice(i + 1).filter((other) => overlap(box, other))).toEqual([]);
        }
      }),
    );
  });

  test("lets every arrow end at the edge of what it leads to", () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const { boxes } = layOut(picture);
        for (const side of sides) {
          const arrows = arrowsOf(picture, side);
          const tips = tipsIn(figuresOf(picture)[side]);
          expect(tips).toHaveLength(arrows.length);
          for (const [i, { to }] of arrows.entries()) {
            const { x, width, y } = boxes[to.box]!;
            expect([x, x + width]).toContain(tips[i]![0]);
            expect(isInside(boxes[to.box]!, ...tips[i]!)).toBe(true);
            expect(tips[i]![1]).toBeLessThanOrEqual(y + heightIn(picture.boxes[to.box]!, side));
          }
        }
      }),
    );
  });

  test("lets arrows run between the boxes of a column that they cross", () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const { boxes, lanes } = layOut(picture);
        for (const [key, y] of lanes) {
          const column = Number(key.split(" ")[1]);
          const hit = boxes.filter((box) => box.column === column && y > box.y && y < box.y + box.height);
          expect(hit).toEqual([]);
        }
      }),
    );
  });

  test("has the same thing at the same place in both runs", () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const { boxes } = layOut(picture);
        const figures = figuresOf(picture);
        for (const side of sides) {
          const there = boxes.filter((_, i) => picture.boxes[i]!.title[side] !== undefined);
          expect(placesIn(figures[side])).toEqual(there.map(({ x, y }) => `${x} ${y}`));
        }
      }),
    );
  });

  test("puts what is led to on the right of what leads to it, but for one arrow of each cycle", () => {
    const thing = (title: string, ...to: number[]) => ({
      kind: "thing" as const,
      title: { passing: title, failing: title },
      rows: to.map((box, i) => ({
        label: `${i}`,
        passing: { text: "", to: { box } },
        failing: { text: "", to: { box } },
      })),
    });
    const call = { ...thing("f", 3, 1), kind: "call" as const };
    const { boxes } = layOut({ boxes: [call, thing("a", 2), thing("b", 3), thing("c", 1)] });
    // f leads to c and a; the last arrow of c → a → b → c leads back.
    expect(boxes.map(({ column }) => column)).toEqual([0, 2, 3, 1]);
  });
});

describe("a drawn picture of memory", () => {
  const both = (text: string) => ({ passing: { text }, failing: { text } });
  const picture: MemoryPicture = {
    boxes: [
      {
        kind: "call",
        title: { passing: "sort", failing: "sort" },
        place: { passing: "s.c:3", failing: "s.c:4" },
        rows: [
          { label: "a", passing: { text: "", to: { box: 1 } }, failing: { text: "", to: { box: 1 } } },
          { label: "size", passing: { text: "4" }, failing: { text: "3" }, mark: "changed" },
        ],
      },
      {
        kind: "thing",
        title: { passing: "int [9]", failing: "int [9]" },
        rows: [
          { label: "2", passing: { text: "9" }, failing: { text: "0" }, mark: "cause" },
          { label: "…", passing: { text: "", more: 9996 }, failing: { text: "", more: 9996 } },
          { label: "<b>", ...both("\u202e<script>") },
        ],
      },
      { kind: "thing", title: { failing: "Node" }, rows: [] },
    ],
  };
  const { passing, failing } = figuresOf(picture);

  test("marks the cause, with what it is in the other run", () => {
    expect(passing).toMatch(/class="row cause".*9 {2}\(fails: 0\)/s);
    expect(failing).toMatch(/class="row cause".*0 {2}\(passes: 9\)/s);
    expect(passing.match(/class="row cause"/g)).toHaveLength(1);
  });

  test("tells what has changed, and in both runs how, where one points at it", () => {
    expect(failing).toMatch(/class="row changed".*<title>size: passes with 4, fails with 3<\/title>/s);
  });

  test("shows what only one run has in that run only, and how much is left out", () => {
    expect(passing).not.toContain("Node");
    expect(failing).toContain('class="thing alone"');
    expect(passing).toContain("9,996 more");
    expect([passing.includes("s.c:3"), failing.includes("s.c:4")]).toEqual([true, true]);
  });

  test("obeys nothing that stands in memory", () => {
    expect(passing).not.toContain("<script>");
    expect(passing).not.toContain("\u202e");
  });
});
