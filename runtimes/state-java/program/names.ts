/**
 * The virtual machine has `Lshop/Cart$Item;`, stack traces `shop.Cart$Item`. People write `shop.Cart.Item` or `Cart.Item`. Classes
 * without a name keep their `$1`.
 */
export function className(signature: string): string {
  const name = signature.replace(/^L(.*);$/, "$1").replaceAll("/", ".");
  return name.replaceAll(/(?<=[^.$])\$(?=\p{L})/gu, ".");
}

/** `Cart.Item`, `int[]`, `String`. */
export function typeName(signature: string): string {
  const dimensions = /^\[*/.exec(signature)![0].length;
  const element = signature.slice(dimensions);
  const plain = plainTypes[element] ?? withoutPackage(element);
  return plain + "[]".repeat(dimensions);
}

const plainTypes: Readonly<Record<string, string>> = {
  Z: "boolean",
  B: "byte",
  C: "char",
  S: "short",
  I: "int",
  J: "long",
  F: "float",
  D: "double",
};

function withoutPackage(signature: string): string {
  const name = signature.replace(/^L(.*);$/, "$1");
  return className(name.slice(name.lastIndexOf("/") + 1));
}

/** `shop` for `Lshop/Cart$Item;`, as a path; empty for classes without a package. */
export function packagePath(signature: string): string {
  const name = signature.slice(1);
  return name.slice(0, Math.max(0, name.lastIndexOf("/")));
}

/** Whether a method is meant by a name that people wrote: `sort`, `Sort.sort`, `pkg.Sort.sort`, `Sort#sort`, `Node.Node`. */
export function isMeant(signature: string, method: string, written: string): boolean {
  const withDots = (text: string) => text.replaceAll(/[#$]/g, ".");
  const wanted = withDots(written);
  const owner = withDots(className(signature));
  const names = [`${owner}.${withDots(method)}`];
  if (method === "<init>") names.push(`${owner}.${owner.split(".").at(-1)}`);
  return names.some((name) => name === wanted || name.endsWith(`.${wanted}`));
}

/** `Sort.shellSort`. */
export function methodName(signature: string, method: string): string {
  return `${typeName(signature)}.${method}`;
}
