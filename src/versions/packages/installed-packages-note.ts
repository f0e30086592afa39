/** Where other packages belong to a version than lie here, its test may say something else than it seems. */
export function packagesOfHere(differingLockfiles: readonly string[]): string[] {
  if (differingLockfiles.length === 0) return [];
  return [
    `${differingLockfiles.join(" and ")} differs, but every test uses the packages that are installed here: culprit packages ` +
      "finds out which upgrade is to blame, --build 'npm ci' installs what each candidate asks for.",
  ];
}
