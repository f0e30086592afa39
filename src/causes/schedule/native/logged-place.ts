/** A place as the log has it, in one word: `MODULE+0xOFFSET<0xCALLER!ACTION@OBJECT`; only the first part is always there. */
export interface LoggedPlace {
  readonly code: ModuleAddress;
  /** The calls that led there, innermost first. */
  readonly callers: readonly ModuleAddress[];
  /** What the lane is about to do there, as in `reads` or `locks mutex`. */
  readonly action?: string;
  /** What it does it to: a variable, or a lane. */
  readonly object?: ModuleAddress | string;
}

/** An address that is the same in every run, wherever the loader puts the module. */
export interface ModuleAddress {
  readonly module: string;
  readonly offset: number;
}

/** Undefined if the word is not a place in a module. */
export function parseLoggedPlace(word: string): LoggedPlace | undefined {
  const [, place = "", action, what] = /^([^!@]*)(?:!([^@]*))?(?:@(.*))?$/.exec(word) ?? [];
  const [first = "", ...offsets] = place.split("<0x");
  const code = parseAddress(first);
  if (!code) return undefined;
  const object = what === undefined ? undefined : (parseAddress(what) ?? what);
  return {
    code,
    callers: offsets.map((offset) => ({ module: code.module, offset: Number.parseInt(offset, 16) })),
    ...(action === undefined ? {} : { action: action.replaceAll("_", " ") }),
    ...(object === undefined ? {} : { object }),
  };
}

function parseAddress(text: string): ModuleAddress | undefined {
  const [, module, offset] = /^([^+]+)\+0x([\da-f]+)$/.exec(text) ?? [];
  if (module === undefined || module === "?") return undefined;
  return { module: unescapeBytes(module), offset: Number.parseInt(offset!, 16) };
}

/** File names are bytes: those that are not plain characters are logged as %xx. */
function unescapeBytes(name: string): string {
  const bytes = name.replaceAll(/%([\da-f]{2})/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
