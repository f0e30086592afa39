/** Types of Go itself whose contents say nothing about the program: descriptions of types, goroutines, timers. */
export function isRuntimeType(type: string): boolean {
  return /^\**(?:runtime|reflect|internal\/(?:abi|runtime\/.*|poll|reflectlite))\.[^/]*$/.test(type);
}
