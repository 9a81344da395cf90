import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { authorizeByKeys, keysOfFile, keysOfText } from "../../../src/server/serving/index.ts";

const sha256 = (secret: string): string => createHash("sha256").update(secret).digest("hex");
const ask = (authorization?: string): Request =>
  new Request("http://localhost/", authorization === undefined ? {} : { headers: { authorization } });

test("H2: a key of a file lets its holder in by the secret, with its name, level and access", async () => {
  const file = JSON.stringify([
    { name: "billing", sha256: sha256("alpha"), level: 5, access: "write" },
    { name: "reports", sha256: sha256("beta").toUpperCase(), level: 0, access: "read" },
  ]);
  const authorize = authorizeByKeys(keysOfFile(file));
  expect(authorize(ask("Bearer alpha"))).toEqual({ user: "billing", level: 5, access: "write" });
  expect(authorize(ask("bearer beta"))).toEqual({ user: "reports", level: 0, access: "read" });
  for (const wrong of [
    undefined,
    "",
    "alpha",
    "Basic alpha",
    "Bearer",
    "Bearer gamma",
    `Bearer ${sha256("alpha")}`,
  ]) {
    expect(authorize(ask(wrong)), String(wrong)).toBe(null);
  }
});

test("H2: keys of the environment are name:level:secret, and a secret may have colons", () => {
  const authorize = authorizeByKeys(keysOfText("billing:5:al:pha, reports:1:beta"));
  expect(authorize(ask("Bearer al:pha"))).toEqual({ user: "billing", level: 5, access: "write" });
  expect(authorize(ask("Bearer beta"))).toEqual({ user: "reports", level: 1, access: "write" });
});

test.each([
  ["", "is not JSON"],
  ["{}", "is no list of keys"],
  ["[]", "has no key"],
  [
    '[{"name":"a","sha256":"00","level":1,"access":"read"}]',
    "[0].sha256: is no SHA-256 of 64 hexadecimal digits",
  ],
  [`[{"name":"a","sha256":"${sha256("x")}","level":6,"access":"read"}]`, "[0].level: is above level 5"],
  [
    `[{"name":"a","sha256":"${sha256("x")}","level":1,"access":"all"}]`,
    "[0].access: is neither read nor write",
  ],
  [
    `[{"name":"a","secret":"x","sha256":"${sha256("x")}","level":1,"access":"read"}]`,
    "[0].secret: is not known here",
  ],
])("H2: a file of keys that says %j is refused with its place", (text, reason) => {
  expect(() => keysOfFile(text)).toThrow(reason);
});

test("H2: two keys of one name, or one secret under two names, are refused, and no secret is told", () => {
  expect(() => keysOfText("a:1:x,a:2:y")).toThrow("Two keys are named a");
  expect(() => keysOfText("a:1:x,b:2:x")).toThrow("a and b are one key");
  expect(() => keysOfText("a:1:x,b:hidden")).toThrow(
    /^Key 2 of TOLLBOOK_KEYS is not written name:level:secret/,
  );
  expect(() => keysOfText("a:6:hidden")).toThrow(/^(?!.*hidden)/);
});

test.each(["two words", "schlüssel", "tab\tbed"])(
  "H2: %j, which no request could send, is no secret",
  (secret) => {
    expect(() => keysOfText(`a:1:${secret}`)).toThrow("a secret of ASCII characters without spaces");
  },
);
