import { EngineError } from "./engine-error.ts";

/** One of the engines that a run asks for. */
interface Opened<E> {
  readonly url: string;
  readonly engine: E;
}

interface Failed {
  readonly url: string;
  readonly error: unknown;
}

/** Opens the engines at these addresses that can be used; a note names each of the others. Throws if none can. */
export async function openUsableEngines<E extends { readonly close: () => void }>(
  urls: readonly string[],
  open: (url: string) => Promise<E>,
  note: (sentence: string) => void,
): Promise<Opened<E>[]> {
  const attempts = await Promise.all(
    urls.map((url) =>
      open(url).then(
        (engine): Opened<E> => ({ url, engine }),
        (error: unknown): Failed => ({ url, error }),
      ),
    ),
  );
  const opened = attempts.filter((each) => "engine" in each);
  const failed = attempts.filter((each) => "error" in each);
  // A certificate that cannot be read is of no use to any engine.
  const [wrong] = failed.filter(({ error }) => !(error instanceof EngineError));
  if (wrong || opened.length === 0) {
    for (const { engine } of opened) engine.close();
    throw wrong?.error ?? noneUsable(failed);
  }
  for (const { url, error } of failed) note(`${url} is not used, the others are: ${messageOf(error)}`);
  return opened;
}

function noneUsable(failed: readonly Failed[]): unknown {
  if (failed.length === 1) return failed[0]!.error;
  return new EngineError(`None of the engines can be used.\n${failed.map(({ error }) => messageOf(error)).join("\n")}`);
}

function messageOf(error: unknown): string {
  return (error as Error).message;
}
