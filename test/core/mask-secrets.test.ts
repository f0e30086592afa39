import { expect, test } from "vitest";
import { maskSecrets } from "../../src/core/mask-secrets.ts";

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
