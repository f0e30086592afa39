import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdsSecret, isSecretName, maskSecrets, starSecrets } from "../../src/core/mask-secrets.ts";

const environment = {
  SHOP_TOKEN: "abcdef123",
  SHOP_TOKEN_LONG: "abcdef123456",
  DATABASE_URL: "postgres://ada:hunter22@db/shop",
  PWD: "/home/ada",
  DEBUG_KEY: "on",
  AUTH: "enabled",
  EDITOR: "emacs-nox",
};

test("values of variables with secrets are not in what is shown, wherever they stand", () => {
  const shown = {
    failure: "got abcdef123456 and abcdef123",
    list: [{ text: "ada:hunter22@db" }],
    count: 3,
    none: null,
  };
  expect(maskSecrets(shown, environment)).toEqual({
    failure: "got <SHOP_TOKEN_LONG> and <SHOP_TOKEN>",
    list: [{ text: "ada:<DATABASE_URL>@db" }],
    count: 3,
    none: null,
  });
});

test("short values, folders and other variables stay", () => {
  const shown = { text: "on and enabled /home/ada with emacs-nox" };
  expect(maskSecrets(shown, environment)).toEqual(shown);
});

test("a secret whose numbers were blanked is none to be shown either", () => {
  const shown = { line: "token abc-·-very refused", printed: "token abc-123-very refused" };
  const expected = { line: "token <API_TOKEN> refused", printed: "token <API_TOKEN> refused" };
  expect(maskSecrets(shown, { API_TOKEN: "abc-123-very" })).toEqual(expected);
});

describe("names", () => {
  test.each([
    ...["PGPASSWORD", "GITHUBTOKEN", "MYSECRET", "githubToken", "STRIPE_APIKEY", "SSHPASS", "npm_config__authToken"],
    ...["SECRET_KEY_BASE", "MYSQL_PWD", "GOOGLE_CREDENTIALS", "AWS_SECRET_ACCESS_KEY"],
  ])("%s sounds secret", (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each([
    ...["MONKEY", "TURKEY", "COMPASS", "BYPASS", "TOKENIZERS_PARALLELISM", "MAX_TOKENS", "PATH", "AUTHOR", "PWD"],
    ...["KEYBOARD", "SECRETARY"],
  ])("%s does not", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe("values of several lines", () => {
  const lines = ["MIIEowIBAAKCAQEAw3Tq7", "Zx81kdLm2ab9QWErtyuiop", "8w=="];
  const key = ["-----BEGIN RSA PRIVATE KEY-----", ...lines, "-----END RSA PRIVATE KEY-----"];
  const printed = `-----BEGIN RSA PRIVATE KEY----- has ${lines[1]}; 8w==`;
  const shown = "-----BEGIN RSA PRIVATE KEY----- has <SIGNING_KEY>; 8w==";

  test.each(["\n", "\r\n", "\\n"])("are hidden line by line, but not what all of their kind have: %j", (end) => {
    expect(maskSecrets(printed, { SIGNING_KEY: key.join(end) })).toBe(shown);
    expect(maskSecrets(key.join(end), { SIGNING_KEY: key.join(end) })).toBe("<SIGNING_KEY>");
  });

  test("lines that are only syntax stay", () => {
    const environment = { CREDENTIALS: '{\n  "private": "0a9s8d7f6g5h"\n},\nuser: ada\n' };
    expect(maskSecrets('{ }, user: ada "private": "0a9s8d7f6g5h"', environment)).toBe("{ }, user: ada <CREDENTIALS>");
  });
});

test("a secret is found in JSON too, whatever characters it has", () => {
  const secret = fc.string({ unit: "grapheme", minLength: 14, maxLength: 30 });
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
      const text = JSON.stringify({ text: before + value + after });
      expect(maskSecrets(text, { API_TOKEN: value })).not.toContain(JSON.stringify(value).slice(1, -1));
    }),
  );
});

test("what is left of a secret where a long text was cut is hidden, other words before an ellipsis are not", () => {
  const environment = { API_TOKEN: "abc-123-very-secret", API_KEY: "production-key-7" };
  const cut = [
    "at abc-123-ver…",
    "…23-very-secret at",
    'a "abc-·-ve…" b',
    "abc-…-very-secret",
    `ghp_${"a1".repeat(5)}…`,
  ];
  const shown = ["at <API_TOKEN>…", "…<API_TOKEN> at", 'a "<API_TOKEN>…" b', "<API_TOKEN>", "***…"];
  expect(maskSecrets(cut, environment)).toEqual(shown);
  expect(cut.slice(0, 4).map((text) => holdsSecret(text, { name: "API_TOKEN", value: environment.API_TOKEN }))).toEqual(
    [true, true, true, true],
  );
  const words = ["in production…", "abc-123 is no secret…", "…secret", "abc-1…", "npm_config_registry…"];
  expect(maskSecrets(words, environment)).toEqual(words);
  const file = { MY_TOKEN_FILE: "/home/user/.ssh/key.json" };
  expect(maskSecrets(["cat /home/user/…", "cat /home/user/.ssh/k…"], file)).toEqual([
    "cat /home/user/…",
    "cat <MY_TOKEN_FILE>…",
  ]);
});

test("characters that are hidden as stars are as many", () => {
  const environment = { API_TOKEN: "pass·word 1" };
  const bytes = Buffer.from("is pass·word 1!").toString("latin1");
  expect(starSecrets([0, 12, bytes], environment)).toEqual([0, 12, `is ${"*".repeat(12)}!`]);
});

test("tokens of well-known services are hidden, other words are not", () => {
  expect(maskSecrets({ text: `use ghp_${"a".repeat(36)} and AKIAABCDEFGHIJKLMNOP` }, {})).toEqual({
    text: "use *** and ***",
  });
  const words = "ghp_short eyJ npm_config_cache npm_package_devDependencies_something_long_here";
  expect(maskSecrets(words, {})).toBe(words);
});
