/**
 * Names of variables whose values nobody should read in a report. Words that are unlikely as the end of another one may follow
 * letters (PGPASSWORD, githubToken); the others stand for themselves, because of names such as MONKEY and COMPASS.
 */
const secretName =
  /(?:^|_)(?:PASS|PWD|KEY|AUTH|COOKIE|PRIVATE|PAT|DSN)(?:_|$)|(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|APIKEY|ACCESSKEY|SECRETKEY|PRIVATEKEY|CREDENTIALS?|SSHPASS)(?:_|$)/i;
/** Shorter values, and short ones of letters only, are words that stand elsewhere by chance. */
const minLength = 6;
const minWordLength = 12;
/** Minimum length of a line that is hidden by itself, where a value has several: short ones are syntax. */
const minLineLength = 12;
/** The first and the last line of a key are the same in all keys. */
const frameLine = /^-----(?:BEGIN|END) [\w ]+-----$/;
/** A password in an address. */
const inAddress = /^\w[\w+.-]*:\/\/[^/@\s:]*:([^/@\s]+)@/;

/** Where a text was cut. */
const ellipsis = "…";

/** What counts as a number where failures are recognised. */
const number = /(?<!\w)(?<!\w\.)[-+]?\d+(?:[._,]\d+)*(?:e[-+]?\d+)?/gi;

/** Tokens of well-known services, which a test may print without having them from its environment. */
const knownToken =
  /\b(?:gh[pousr]_\w{30,}|github_pat_\w{40,}|glpat-[\w-]{20,}|npm_[A-Za-z0-9]{30,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,})/g;
/** The beginning of one where a long text was cut. */
const cutToken = /\b(?:npm_[A-Za-z0-9]{6,}|(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|eyJ)[\w.-]{6,})(?=…)/g;
/** What stands for a token, and for the value of a variable that is shown for its name. */
export const hidden = "***";

/** A text that nobody should read, and the variable that it is from. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/**
 * The same data without the secrets of an environment, without others that are known, and without what looks like a token:
 * what a test prints may contain them.
 */
export function maskSecrets<T>(data: T, environment: NodeJS.ProcessEnv, others: readonly Secret[] = []): T {
  const mask = textMask(
    secretsIn(environment, others),
    ({ name }) => `<${name}>`,
    () => hidden,
  );
  return mapTexts(data, mask) as T;
}

/** The same where places in the text are counted by its characters: each one that is hidden becomes a star. */
export function starSecrets<T>(data: T, environment: NodeJS.ProcessEnv, others: readonly Secret[] = []): T {
  const stars = (text: string) => "*".repeat(text.length);
  const mask = textMask(secretsIn(environment, others), (_, text) => stars(text), stars);
  return mapTexts(data, mask) as T;
}

/** The secrets of an environment, and the others. A value of several lines is one secret, and each long line is another. */
export function secretsIn(environment: NodeJS.ProcessEnv, others: readonly Secret[] = []): readonly Secret[] {
  const own = Object.entries(environment).flatMap(([name, value = ""]): Secret[] => {
    const secret = isSecretName(name) ? value : inAddress.exec(value)?.[1];
    if (secret === undefined || !isLong(secret)) return [];
    return [secret, ...longLines(secret)].map((value) => ({ name, value }));
  });
  return [...own, ...others];
}

/** Whether the value of a variable with this name is a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && name !== "PWD" && name !== "OLDPWD";
}

/** Whether a secret stands in a text, in any form, whole or cut. */
export function holdsSecret(text: string, { value }: Secret): boolean {
  return formsOf(value).some((form) => text.includes(form) || replaceCut(text, form, () => "") !== text);
}

function textMask(
  secrets: readonly Secret[],
  replace: (secret: Secret, text: string) => string,
  replaceToken: (token: string) => string,
): (text: string) => string {
  const all = secrets.flatMap((secret) => formsOf(secret.value).map((form) => ({ secret, form })));
  // The longest first: one may contain another.
  all.sort((a, b) => b.form.length - a.form.length);
  return (text) => {
    const whole = all.reduce((rest, { secret, form }) => rest.replaceAll(form, () => replace(secret, form)), text);
    return all
      .reduce((rest, { secret, form }) => replaceCut(rest, form, (part) => replace(secret, part)), whole)
      .replace(knownToken, replaceToken)
      .replace(cutToken, replaceToken);
  };
}

/** A key of several lines may be printed line by line. Some have \\n for the end of a line. */
function longLines(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+|\\n/).map((line) => line.trim());
  return lines.length === 1 ? [] : lines.filter((line) => line.length >= minLineLength && !frameLine.test(line));
}

/** As a secret is printed, and as records have it. */
function formsOf(value: string): readonly string[] {
  // Failures are also recorded with their numbers blanked, and what is left of a secret then is still too much.
  const blanked = value.replace(number, "·");
  const printed = [value, blanked, blanked.replaceAll("·", ellipsis)];
  // Texts of inputs have one character for each byte.
  const asBytes = printed.map((text) =>
    Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""),
  );
  const all = [...printed, ...asBytes];
  return [...new Set([...all, ...all.map((text) => JSON.stringify(text).slice(1, -1))])].filter(isLong);
}

/** Replaces what is left of a secret where a long text was cut: its beginning before an ellipsis, and its end after one. */
function replaceCut(text: string, form: string, replace: (part: string) => string): string {
  if (!text.includes(ellipsis)) return text;
  const start = shortestLong(form, (length) => form.slice(0, length));
  const end = shortestLong(form, (length) => form.slice(-length));
  let rest = text;
  for (let at = start ? rest.indexOf(start) : -1; at !== -1; at = rest.indexOf(start!, at + 1)) {
    let length = start!.length;
    while (length < form.length && rest[at + length] === form[length]) length++;
    if (rest[at + length] !== ellipsis) continue;
    rest = rest.slice(0, at) + replace(form.slice(0, length)) + rest.slice(at + length);
  }
  for (let at = end ? rest.lastIndexOf(end) : -1; at > 0; at = rest.lastIndexOf(end!, at - 1)) {
    const after = at + end!.length;
    let length = end!.length;
    while (length < form.length && rest[after - length - 1] === form[form.length - length - 1]) length++;
    if (rest[after - length - 1] !== ellipsis) continue;
    rest = rest.slice(0, after - length) + replace(form.slice(-length)) + rest.slice(after);
    at = after - length;
  }
  return rest;
}

/** The shortest part of a secret that is too long to stand somewhere by chance. Many paths and addresses begin or end alike. */
function shortestLong(form: string, part: (length: number) => string): string | undefined {
  const least = form.includes("/") ? Math.max(minLength, Math.ceil(form.length / 2)) : minLength;
  for (let length = least; length < form.length; length++) if (isLong(part(length))) return part(length);
  return undefined;
}

function isLong(value: string): boolean {
  return value.length >= (/^[a-z]+$/i.test(value) ? minWordLength : minLength);
}

function mapTexts(data: unknown, change: (text: string) => string): unknown {
  if (typeof data === "string") return change(data);
  if (Array.isArray(data)) return data.map((each) => mapTexts(each, change));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, mapTexts(value, change)]));
}
