import type { Method } from "../jdwp/class-commands.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { Id } from "../jdwp/values.ts";

const classTag = 1;
const finalMethod = 0x10;

/** The methods of a class, without those that the compiler adds to enums and records. They are all on the line of the class. */
export async function withoutGenerated(
  machine: Machine,
  { type, typeTag }: { readonly type: Id; readonly typeTag: number },
  methods: readonly Method[],
): Promise<readonly Method[]> {
  const superclass = typeTag === classTag ? await machine.classes.superclass(type) : 0n;
  const base = superclass === 0n ? "" : await machine.classes.signature(superclass);
  if (base === "Ljava/lang/Enum;") return methods.filter((each) => !isOfEnum(each));
  if (base !== "Ljava/lang/Record;") return methods;
  const others = methods.filter((each) => !isOfRecord(each));
  const codes = await Promise.all(others.map(({ id }) => machine.classes.bytecodes(type, id).catch(() => undefined)));
  return others.filter(({ signature }, i) => !(signature.startsWith("()") && codes[i] && isGetter(codes[i])));
}

function isOfEnum({ name, signature }: Method): boolean {
  return (
    (name === "values" && signature.startsWith("()")) || (name === "valueOf" && /^\(L[^;]*String;\)/.test(signature))
  );
}

/** Those that somebody wrote are hardly final. */
function isOfRecord({ name, modifiers }: Method): boolean {
  return (modifiers & finalMethod) !== 0 && /^(?:toString|hashCode|equals)$/.test(name);
}

/** It does nothing but return a field: `aload_0`, `getfield`, and a return. */
export function isGetter(code: Buffer): boolean {
  const [first, second] = code;
  const last = code.at(-1) ?? 0;
  return code.length === 5 && first === 0x2a && second === 0xb4 && last >= 0xac && last <= 0xb0;
}
