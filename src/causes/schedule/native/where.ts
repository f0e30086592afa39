/** A place as the log has it, in one word: `MODULE+0xOFFSET<0xCALLER!VERB@WHAT`, where all of it is known. */
export interface Where {
  readonly code: Address;
  /** Who called it, the nearest first. */
  readonly callers: readonly Address[];
  /** What is about to be done there, as in `reads` or `locks mutex`. */
  readonly verb?: string;
  /** What to: a variable, or a lane. */
  readonly to?: Address | string;
}

/** The same in every run, wherever the loader puts things. */
export interface Address {
  readonly module: string;
  readonly offset: number;
}

/** Undefined where nothing is known of it. */
export function parseWhere(word: string): Where | undefined {
  const [, place = "", verb, what] = /^([^!@]*)(?:!([^@]*))?(?:@(.*))?$/.exec(word) ?? [];
  const [first = "", ...offsets] = place.split("<0x");
  const code = parseAddress(first);
  if (!code) return undefined;
  const to = what === undefined ? undefined : (parseAddress(what) ?? what);
  return {
    code,
    callers: offsets.map((offset) => ({ module: code.module, offset: Number.parseInt(offset, 16) })),
    ...(verb === undefined ? {} : { verb: verb.replaceAll("_", " ") }),
    ...(to === undefined ? {} : { to }),
  };
}

function parseAddress(text: string): Address | undefined {
  const [, module, offset] = /^([^+]+)\+0x([\da-f]+)$/.exec(text) ?? [];
  if (module === undefined || module === "?") return undefined;
  return { module: unescaped(module), offset: Number.parseInt(offset!, 16) };
}

/** The names of files are bytes: those that are no plain signs are written as %xx. */
function unescaped(name: string): string {
  const bytes = name.replaceAll(/%([\da-f]{2})/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
