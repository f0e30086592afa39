/**
 * delve has `main.work`, `example.com/shop/cart.(*Cart).Add` and, for generic functions, `main.Map[go.shape.int]`. People write
 * `work`, `cart.(*Cart).Add` and `Map`.
 */
export function shortFunctionName(name: string): string {
  const plain = withoutTypeArguments(name);
  const short = plain.slice(plain.lastIndexOf("/") + 1);
  return short.startsWith("main.") ? short.slice("main.".length) : short;
}

/** Whether a function is meant by a name that people wrote: in full, short, without `(*…)`, or with `main.`. */
export function isMeant(name: string, written: string): boolean {
  const withoutPointers = (text: string) => text.replaceAll(/\(\*([^)]*)\)/g, "$1");
  const names = [name, withoutTypeArguments(name), shortFunctionName(name)];
  return [...names, ...names.map(withoutPointers)].some((each) => each === written || each === `main.${written}`);
}

/** `example.com/shop/cart` of `example.com/shop/cart.(*Cart).Add`. */
export function packageOf(name: string): string {
  const plain = withoutTypeArguments(name);
  const dot = plain.indexOf(".", plain.lastIndexOf("/") + 1);
  return dot === -1 ? plain : plain.slice(0, dot);
}

/** What the compiler adds: wrappers of `go` and `defer` statements, and the initialization of package variables. */
export function isGenerated(name: string): boolean {
  return /\.(?:gowrap|deferwrap)\d+(?:\.|$)|\.init$|^type:/.test(name);
}

/** Type arguments may have brackets of their own, as in `[go.shape.[]int]`. */
export function withoutTypeArguments(name: string): string {
  let [text, depth] = ["", 0];
  for (const character of name) {
    if (character === "[") depth++;
    if (depth === 0) text += character;
    if (character === "]") depth--;
  }
  return text;
}
