/** Signs that the machine, the network or a service failed, and not the program. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i, "no space left on the disk"],
  [/ENOMEM|out of memory|cannot allocate memory|\bOOM\b|\bexit 137\b/i, "not enough memory"],
  [
    /EAI_AGAIN|ENOTFOUND|could not resolve host|temporary failure in name resolution/i,
    "a name that cannot be resolved",
  ],
  [
    /ECONNRESET|ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|network is unreachable|connection (?:reset|refused|timed out)/i,
    "a network connection",
  ],
  [
    /\b(?:502 bad gateway|503 service unavailable|504 gateway|429 too many requests)|rate limit exceeded/i,
    "a service that does not answer",
  ],
  [/EMFILE|ENFILE|too many open files/i, "too many open files"],
];

/** What of the surroundings a failure may be about, as its text shows; undefined: nothing. */
export function infrastructureSign(failure: string): string | undefined {
  return signs.find(([pattern]) => pattern.test(failure))?.[1];
}
