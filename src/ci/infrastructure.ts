/** Signs that the machine, the network or a service failed, and not the program. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|EDQUOT|no space left on device|disk quota exceeded|disk (?:is )?full/i, "no space left on the disk"],
  [/EROFS|read-only file system|\bEIO\b|input\/output error/i, "a disk that cannot be written to or read"],
  [/ENOMEM|out ?of ?memory|MemoryError|bad_alloc|cannot allocate memory|\bOOM\b|\bexit 137\b/i, "not enough memory"],
  // So the system ends a program where memory is short, and a runner one that it stops.
  [/\bSIGKILL\b/, "a signal from outside of the program"],
  [
    /EAI_AGAIN|EAI_NONAME|ENOTFOUND|could not resolve host|name resolution|name or service not known|no such host|UnknownHost/i,
    "a name that cannot be resolved",
  ],
  [
    /ECONN(?:RESET|REFUSED|ABORTED)|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|network is unreachable|no route to host|socket hang up/i,
    "a network connection",
  ],
  [
    /(?:connection|connect|socket|handshake) (?:reset|refused|aborted|(?:has )?timed out)|handshake timeout|SocketTimeout|i\/o timeout/i,
    "a network connection",
  ],
  [
    /\b(?:502 bad gateway|503 service unavailable|504 gateway|429 too many requests)|\bHTTP(?:\/[\d.]+)? (?:429|50[234])\b|rate limit exceeded|toomanyrequests/i,
    "a service that does not answer",
  ],
  [/EMFILE|ENFILE|too many open files/i, "too many open files"],
];

/** What of the surroundings a failure may be about, as its text shows; undefined: nothing. */
export function infrastructureSign(failure: string): string | undefined {
  return signs.find(([pattern]) => pattern.test(failure))?.[1];
}
