import { afterEach, describe, expect, test } from "vitest";
import { chooseRounding, round } from "../src/rounding.ts";

afterEach(() => {
  chooseRounding("half-up");
});

describe("rounding", () => {
  const amounts = [0.4, 0.5, 0.6, 1.5, 2.5, 2.6];

  test("a half goes up", () => {
    chooseRounding("half-up");
    expect(amounts.map(round)).toEqual([0, 1, 1, 2, 3, 3]);
  });

  test("everything goes down", () => {
    chooseRounding("down");
    expect(amounts.map(round)).toEqual([0, 0, 0, 1, 2, 2]);
  });

  test("a half goes to the even number, as banks do", () => {
    chooseRounding("half-even");
    expect(amounts.map(round)).toEqual([0, 0, 1, 2, 2, 3]);
  });

  test("the choice before is returned", () => {
    const before = chooseRounding("down");
    expect(chooseRounding(before)).toBe("down");
  });
});
