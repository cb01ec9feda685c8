// Prevents: a key of the environment shown in a result, and plain words of every text taken for one.
import { expect, test } from "vitest";
import { secretsFromEnvironment } from "./secrets-from-environment.ts";

const names = (env: Record<string, string | undefined>) =>
  secretsFromEnvironment(env).map(({ name }) => name);

test("provider keys, tokens and passwords are known by the end of their names", () => {
  const secret = {
    OPENAI_API_KEY: "abcdef",
    MISTRAL_APIKEY: "abcdef",
    GITHUB_TOKEN: "abcdef",
    WIELD_TOKEN: "abcdef",
    AWS_SECRET_ACCESS_KEY: "abcdef",
    CLIENT_SECRET: "abcdef",
    DB_PASSWORD: "abcdef",
    SIGNING_KEY: "abcdef",
    token: "abcdef",
    DS_POSTGRES_X__PASSWORD: "short1",
  };
  expect(names(secret)).toEqual(Object.keys(secret));
});

test("what only sounds alike is not masked", () => {
  expect(
    names({
      SORT_KEY: "created_at",
      TOKENIZERS_PARALLELISM: "parallel",
      PASSWORD_STORE_DIR: "/home/x/.store",
      KEYBOARD: "pc105-layout",
      PATH: "/usr/bin:/bin",
      MONKEY: "bananas",
      HOME: "/home/somebody",
    }),
  ).toEqual([]);
});

test("switches, short numbers and empty values stay readable", () => {
  expect(
    names({ USE_TOKEN: "true", MAX_TOKEN: "200000", A_TOKEN: "", B_TOKEN: undefined, C_SECRET: "None" }),
  ).toEqual([]);
});

test("other fields of data sources are masked from nine characters on, plain fields never", () => {
  expect(
    names({
      DS_POSTGRES_PROD__DSN: "postgres://u:p@h/d",
      DS_POSTGRES_PROD__HOST: "database.example.org",
      DS_POSTGRES_PROD__PORT: "543200000000",
      DS_POSTGRES_PROD__USER: "administrator",
      DS_HOST: "database.example.org",
      DS_POSTGRES_PROD__NOTE: "eightish",
      DS_POSTGRES_PROD__WORD: "ninechars",
      DS_POSTGRES_HOST__CERT: "certificate",
    }),
  ).toEqual(["DS_POSTGRES_PROD__DSN", "DS_POSTGRES_PROD__WORD", "DS_POSTGRES_HOST__CERT"]);
});
