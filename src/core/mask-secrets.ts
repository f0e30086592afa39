/** Names of variables whose values nobody should read in a report. */
const secretName =
  /(?:^|_)(?:TOKEN|SECRET|PASS|PASSWORD|PASSWD|PASSPHRASE|PWD|KEY|APIKEY|AUTH|CREDENTIALS?|COOKIE|PRIVATE|PAT|DSN)(?:_|$)/i;
/** Shorter values, and short ones of letters only, are words that stand elsewhere by chance. */
const minLength = 6;
const minWordLength = 12;
/** A password in an address. */
const inAddress = /^\w[\w+.-]*:\/\/[^/@\s:]*:([^/@\s]+)@/;

/** What counts as a number where failures are recognised. */
const number = /(?<!\w)(?<!\w\.)[-+]?\d+(?:[._,]\d+)*(?:e[-+]?\d+)?/gi;

/** The same data without the secrets of an environment: what a test prints may contain them. */
export function maskSecrets<T>(data: T, environment: NodeJS.ProcessEnv): T {
  const secrets = secretsIn(environment);
  if (secrets.length === 0) return data;
  return masked(data, (text) =>
    secrets.reduce((all, { name, value }) => all.replaceAll(value, `<${name}>`), text),
  ) as T;
}

/** Tokens of well-known services, which a test may print without having them from its environment. */
const knownToken =
  /\b(?:gh[pousr]_\w{30,}|github_pat_\w{40,}|glpat-[\w-]{20,}|npm_\w{30,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,})/g;

/** The same data without what looks like a token: for reports that everybody can read. */
export function maskTokens<T>(data: T): T {
  return masked(data, (text) => text.replace(knownToken, "***")) as T;
}

interface Secret {
  readonly name: string;
  readonly value: string;
}

/** The longest first: one may contain another. */
function secretsIn(environment: NodeJS.ProcessEnv): Secret[] {
  const all = Object.entries(environment).flatMap(([name, value = ""]): Secret[] => {
    const secret = isSecretName(name) ? value : inAddress.exec(value)?.[1];
    if (secret === undefined || !isLong(secret)) return [];
    // Failures are also recorded with their numbers blanked, and what is left of a secret then is still too much.
    return [...new Set([secret, secret.replace(number, "·")])].filter(isLong).map((value) => ({ name, value }));
  });
  return all.sort((a, b) => b.value.length - a.value.length);
}

function isLong(value: string): boolean {
  return value.length >= (/^[a-z]+$/i.test(value) ? minWordLength : minLength);
}

function isSecretName(name: string): boolean {
  return secretName.test(name) && name !== "PWD" && name !== "OLDPWD";
}

function masked(data: unknown, mask: (text: string) => string): unknown {
  if (typeof data === "string") return mask(data);
  if (Array.isArray(data)) return data.map((each) => masked(each, mask));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, masked(value, mask)]));
}
