/** Where a toy program can be stopped: before a line, or at the entry of a function. */
export type ToyStop = { readonly line: number } | { readonly function: string };

/** The variables of a function. They are read anew at each use, because a driver may change them at any stop. */
// biome-ignore lint/suspicious/noExplicitAny: as in the programs that these stand for, a variable may have any value
export type ToyVariables = Record<string, any>;

export type ToyBody = (variables: ToyVariables) => Generator<ToyStop, unknown>;

/** A program is a generator that stops before each of its lines. What is called from no function is its main code. */
export type ToyProgram = (machine: ToyMachine, words: readonly string[]) => Generator<ToyStop, unknown>;

interface ToyFrame {
  readonly function: string;
  readonly variables: ToyVariables;
  line: number;
}

/** What a toy program runs on. */
export class ToyMachine {
  /** Outermost first. */
  readonly frames: ToyFrame[] = [];
  /** The variables of the program's file. */
  readonly globals: ToyVariables = {};
  output = "";
  status = 0;

  *line(line: number): Generator<ToyStop> {
    this.frames.at(-1)!.line = line;
    yield { line };
  }

  *call(name: string, variables: ToyVariables, body: ToyBody): Generator<ToyStop, unknown> {
    this.frames.push({ function: name, variables, line: 1 });
    yield { function: name };
    const result = yield* body(variables);
    this.frames.pop();
    return result;
  }

  print(...words: unknown[]): void {
    this.output += `${words.join(" ")}\n`;
  }
}
