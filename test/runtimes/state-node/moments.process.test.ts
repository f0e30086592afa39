import { expect, test } from "vitest";
import type { Moment } from "../../../runtimes/protocol/state.ts";
import { captureAt, drive, type TestPlan } from "./node-program.ts";

async function momentsOf(program: string, call: NonNullable<TestPlan["moments"]>): Promise<readonly Moment[]> {
  const run = await drive(program.split(" "), { moments: call });
  expect(run).toMatchObject({ exit: 0, error: "", answer: { reached: true } });
  return run.moments;
}

const textOf = (moment: Moment) =>
  "line" in moment ? `${moment.line}#${moment.hit}` : `${moment.function}#${moment.hit}`;
const listed = async (...call: Parameters<typeof momentsOf>) => (await momentsOf(...call)).map(textOf).join(" ");

test("the moments of a call are its lines and the calls it makes, without what those calls do", async () => {
  expect(await listed("moments.mjs", { function: "work", hit: 2 })).toBe(
    [
      "36#2 37#3 38#2 double#3 Stack.push#4 37#4 38#3 double#4 Stack.push#5 37#5",
      "40#2 <anonymous:40:24>#2 <anonymous:40:24>#3 <anonymous:40:54>#1",
      "42#2 fails#2 44#2 countDown#3",
      "46#4 pair#2 47#3 Stack.push#6 46#5 32#2 double#5 47#4 Stack.push#7 46#6 33#2 49#2 Stack.size#2",
    ].join(" "),
  );
});

test("the calls that a recursive function makes are not followed", async () => {
  expect(await listed("moments.mjs", { function: "countDown", hit: 3 })).toBe("22#3 countDown#4 23#4");
  expect(await listed("calls.mjs", { function: "fibonacci", hit: 2 })).toBe("2#2 5#2 fibonacci#3 fibonacci#4");
});

test("a call that ends with an exception is not confused with the next one at its depth", async () => {
  expect(await listed("moments.mjs", { function: "fails", hit: 1 })).toBe("27#1");
});

test("without a function, the moments are those of the main script", async () => {
  expect(await listed("moments.mjs", { hit: 1 })).toBe(
    "59#1 twice#1 60#1 work#1 61#1 work#2 62#1 wait#1 55#1 double#6 56#1 63#1 wait#2 wait#3 55#2 double#7 56#2 55#3 double#8 56#3",
  );
  expect(await listed("sample.js", { hit: 1 })).toBe("3#1 35#1 main#1");
  // This one begins with a function.
  expect(await listed("calls.mjs", { hit: 1 })).toBe(
    "18#1 <anonymous:18:28>#1 <anonymous:18:28>#2 19#1 20#1 Sum.add#1 21#1 fibonacci#1 waiting#1 16#1 Sum.add#2",
  );
});

test("callbacks and resumed functions belong to the main code, in the order of time", async () => {
  expect(await listed("later.mjs tea milk", { hit: 1 })).toBe(
    [
      "4#1 5#1 6#1 8#1 30#1 main#1",
      "19#1 <anonymous:8:19>#1 17#2 18#2 19#2 <anonymous:8:19>#2 17#3 21#1 22#1 <anonymous:21:16>#1 27#1 28#1",
    ].join(" "),
  );
});

test("a call is listed once, though its first statement is a loop, and though it waits in that", async () => {
  expect(await listed("loops.cjs", { hit: 1 })).toBe(
    [
      "30#1 31#1 sumOf#1 32#1 sumOf#2 33#1 34#1 drain#1 35#1 drain#2",
      "36#1 countDown#1 countDown#3 lastOf#1 lastOf#2",
      "24#3 25#3 sumOf#5 26#3 24#4 28#1 24#5 28#2",
    ].join(" "),
  );
});

test("a call that waits is followed as long as no other call of the function is pending", async () => {
  expect(await listed("moments.mjs", { function: "wait", hit: 1 })).toBe("53#1 twice#12 54#1 55#1 double#6 56#1");
  expect(await listed("moments.mjs", { function: "wait", hit: 2 })).toBe("53#2 twice#14 54#2");
});

test("what a resumed generator does belongs to its consumer, and its own call ends with the first value", async () => {
  const program = "generators.mjs";
  expect(await listed(program, { function: "walk", hit: 1 })).toBe("7#1 8#1 9#1 note#1");
  expect(await listed(program, { function: "walk", hit: 2 })).toBe("7#3 8#3 9#2 note#2");
  expect(await listed(program, { function: "tokens", hit: 1 })).toBe("15#1 16#1 17#1 note#6 18#1");
  expect(await listed(program, { function: "work", hit: 1 })).toBe(
    "27#1 walk#1 7#2 8#2 walk#2 7#4 8#4 9#3 note#3 7#5 11#1 note#4 12#1 7#6 11#2 note#5 12#2 28#1 29#1 first#1 first#2 30#1",
  );
  // The consumer may be another function than the one that called the generator, which starts only then.
  expect(await listed(program, { function: "first", hit: 1 })).toBe("23#1 tokens#1");
  expect(await listed(program, { function: "first", hit: 2 })).toBe("23#2 16#2 17#2 note#7 18#2");
});

test("a name without a class means all methods of that name, and counts their calls together", async () => {
  const whole = await momentsOf("moments.mjs", { function: "Stack.push", hit: 2 });
  expect(await momentsOf("moments.mjs", { function: "push", hit: 2 })).toEqual(whole);
});

test("the list ends at its limit", async () => {
  expect(await listed("moments.mjs", { function: "work", hit: 1, most: 3 })).toBe("36#1 37#1 38#1");
});

test("every moment is a place in the same call", async () => {
  const moments = await momentsOf("moments.mjs", { function: "work", hit: 2 });
  for (const moment of moments.filter((_, index) => index % 3 === 0)) {
    const { stack } = await captureAt(["moments.mjs"], { place: moment });
    const isOfGenerator = "line" in moment ? moment.line < 34 : stack[1]!.function === "pair";
    const innermost = [...("line" in moment ? [] : [moment.function]), ...(isOfGenerator ? ["pair"] : [])];
    expect(stack.map((frame) => frame.function)).toEqual([...innermost, "work", "<module>"]);
    expect(stack.at(-1)!.line).toBe(61);
    if ("line" in moment) expect(stack[0]).toMatchObject({ file: moment.file, line: moment.line });
  }
});
