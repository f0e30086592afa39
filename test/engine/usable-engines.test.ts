import { expect, test } from "vitest";
import { UserError } from "../../src/core/user-error.ts";
import { EngineError } from "../../src/engine/engine-error.ts";
import { openUsableEngines } from "../../src/engine/usable-engines.ts";

const down = (url: string) => new EngineError(`The engine ${url} does not answer.`);

/** Opens `grpc://0`, `grpc://1`, … Those with an error cannot be. */
async function open(...errors: readonly (Error | undefined)[]) {
  const notes: string[] = [];
  const closed: string[] = [];
  const openOne = async (url: string) => {
    const error = errors[Number(url.slice("grpc://".length))];
    if (error) throw error;
    return { close: () => closed.push(url) };
  };
  const urls = errors.map((_, i) => `grpc://${i}`);
  const opened = openUsableEngines(urls, openOne, (sentence) => notes.push(sentence));
  const result = await opened.then(
    (engines) => engines.map(({ url }) => url),
    (error: Error) => error,
  );
  return { result, notes, closed };
}

test("those that are down are named, and the others used", async () => {
  expect(await open(undefined, down("grpc://1"), undefined)).toEqual({
    result: ["grpc://0", "grpc://2"],
    notes: ["grpc://1 is not used, the others are: The engine grpc://1 does not answer."],
    closed: [],
  });
});

test("if there is none, the error says why for each", async () => {
  const one = down("grpc://0");
  expect((await open(one)).result).toBe(one);
  const { result, notes } = await open(one, down("grpc://1"));
  expect(result).toMatchObject({
    message:
      "None of the engines can be used.\nThe engine grpc://0 does not answer.\nThe engine grpc://1 does not answer.",
    exitCode: 1,
  });
  expect(notes).toEqual([]);
});

test("what is wrong here stops the run, and leaves no connection open", async () => {
  const wrong = new UserError("--engine-ca: cannot read x.");
  expect(await open(undefined, down("grpc://1"), wrong)).toEqual({ result: wrong, notes: [], closed: ["grpc://0"] });
});
