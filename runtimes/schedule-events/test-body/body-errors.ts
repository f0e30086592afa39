/** The body waits for something that never comes. */
export class Hang extends Error {
  override readonly name = "Hang";
  constructor(waits: readonly string[]) {
    const sockets = waits.map((each) => `\n  ${each.slice(each.indexOf(" ") + 1)}`).join("");
    super(
      `The body never ends: it is waiting, and nothing is left to run.${sockets === "" ? "" : ` Still open:${sockets}`}`,
    );
  }
}

export class Endless extends Error {
  override readonly name = "Endless";
  constructor(limit: number) {
    super(`The body is still running after ${limit} events.`);
  }
}
