/** Addresses of private registries may contain a password. */
export function withoutPasswords(text: string): string {
  return text.replace(/(\w+:\/\/)[^\s/@]+@/g, "$1***@");
}
