const lockfile = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/;

/** Whether a file says which packages are installed: half of one and half of another would be neither. */
export function isLockfile(path: string): boolean {
  return lockfile.test(path);
}
