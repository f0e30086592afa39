import { expect, test } from "vitest";
import { addsInAnotherOrder, options } from "../../cases/options.ts";
import { Workshop } from "../../cases/workshop.ts";

test("the options of gcc that make a program wrong are found, one or two of them, in few tests", async ({ skip }) => {
  const workshop = new Workshop();
  try {
    skip(!addsInAnotherOrder(workshop.path), "this gcc adds in order whatever the options");
    let rows = 0;
    for await (const { experiment, wrong } of options.rows(workshop)) {
      expect(wrong, experiment).toEqual([]);
      rows++;
    }
    expect(rows).toBe(3);
  } finally {
    workshop.remove();
  }
});
