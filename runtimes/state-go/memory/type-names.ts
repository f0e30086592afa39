/** `map[string]*cart.Item` for `map[string]*example.com/shop/cart.Item`: packages by their last names, as programs write them. */
export function shortTypeName(type: string): string {
  return type.replaceAll(/(?<![\w.~/-])(?:[\w.~-]+\/)+(?=[\w.~-]+\.)/g, "");
}

/** Types of Go itself whose contents say nothing about the program: descriptions of types, goroutines, timers. */
export function isRuntimeType(type: string): boolean {
  return /^\**(?:runtime|reflect|internal\/(?:abi|runtime\/.*|poll|reflectlite))\.[^/]*$/.test(type);
}
