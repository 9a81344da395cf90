/** `tollbook serve`: what it refuses before it opens anything, and a whole life in a folder. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { BOOK, Workplace } from "../command.ts";
import { serve } from "./serve.ts";

test("H2: a folder keeps what it was told, from one run of the server to the next", async () => {
  const place = await Workplace.with({ "book.json": BOOK });
  const data = join(place.folder, "data");
  const first = await serve(["--data", data, "--book", join(place.folder, "book.json"), "--port", "0"], {
    async whileListening(url) {
      const answer = await fetch(`${url}/backend/api/v1/customers/7`, {
        method: "PATCH",
        headers: { "Content-Type": "application/json" },
        body: '{"companyName":"Harbour Bakery"}',
      });
      expect(answer.status).toBe(200);
      // The folder belongs to one process.
      const second = await serve(["--data", data, "--port", "0"]);
      expect([second.code, second.err]).toEqual([1, expect.stringContaining(data)]);
    },
  });
  expect([first.code, first.err]).toEqual([
    0,
    expect.stringContaining("stopping; running requests have 20 seconds"),
  ]);
  expect(first.err).toMatch(
    /listening at (http:\S+?)\/backend\/api\/v1\/ \(console at \1\/, documentation at \1\/backend\/api\/v1\/tollbook\/docs\)\n/,
  );
  const again = await serve(["--data", data, "--port", "0"], {
    async whileListening(url) {
      const answer = await fetch(`${url}/backend/api/v1/customers/7`);
      expect(await answer.json()).toMatchObject({
        companyName: "Harbour Bakery",
        defaultNationalTariff: "Business",
      });
    },
  });
  expect(again.code).toBe(0);
});

test.each([
  [[], {}, 2, "The server needs a database."],
  [["--data", "d", "--database", "postgres://x"], {}, 2, "keeps everything in one database"],
  [
    ["--data", "d", "--host", "0.0.0.0"],
    {},
    2,
    "0.0.0.0 is reached from elsewhere, so the server needs keys.",
  ],
  [
    ["--data", "d", "--host", "0.0.0.0"],
    { TOLLBOOK_KEYS: "a:1:hidden" },
    2,
    "where keys would be readable on their way",
  ],
  [
    ["--data", "d"],
    { TOLLBOOK_KEYS: "hidden" },
    2,
    "Key 1 of TOLLBOOK_KEYS is not written name:level:secret",
  ],
  [
    ["--data", "d", "--level", "1"],
    { TOLLBOOK_KEYS: "a:1:hidden" },
    2,
    "--level is for a server without keys",
  ],
  [["--data", "d", "--level", "6"], {}, 2, "Write a whole number from 0 to 5."],
  [["--data", "d", "--port", "65536"], {}, 2, "Write a whole number from 0 to 65535."],
  [["--data", "d", "--cert", "c.pem"], {}, 2, "HTTPS needs a certificate and its key."],
  [["--data", "d", "--keys", "missing.json"], {}, 1, "missing.json"],
  [["--database", "hidden"], {}, 2, "--database is no URL of a PostgreSQL server."],
  [
    ["--database", "postgres://tollbook:hidden@127.0.0.1:1/none"],
    {},
    1,
    "the database of --database cannot be opened",
  ],
])("serve %j with %j ends with %i and says why", async (argv, env, code, reason) => {
  const ran = await serve(argv as string[], { env: env as Record<string, string> });
  expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(reason as string)]);
  expect(ran.err).not.toContain("hidden");
});
