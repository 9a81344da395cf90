/** `tollbook serve` off its own machine (H2): HTTPS with a certificate, or a proxy in front that has it. */
import { generateKeyPairSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { request as requestPlain } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ENGINES, emptyPostgres } from "../../server/databases.ts";
import { Workplace } from "../command.ts";
import { serve } from "./serve.ts";

/** Of localhost and 127.0.0.1, signed by itself, valid for a hundred years. Nothing but these tests trusts it. */
const CERT = join(import.meta.dirname, "certificate", "cert.pem");
const KEY = join(import.meta.dirname, "certificate", "key.pem");
const HEALTH = "/backend/api/v1/tollbook/health";
const CUSTOMERS = "/backend/api/v1/customers/";
const env = { TOLLBOOK_KEYS: "billing:0:alpha" };

/** Where a server keeps what it has: what opens soonest. */
async function somewhere(place: Workplace): Promise<readonly string[]> {
  return ENGINES.length > 1 ? ["--database", await emptyPostgres()] : ["--data", join(place.folder, "data")];
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

/** Asks a port of this machine by HTTPS, and trusts the tests' certificate alone. */
async function askSecurely(
  port: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const ca = await readFile(CERT);
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers, ca, agent: false }, async (answer) =>
      resolve({ status: answer.statusCode, body: await text(answer) }),
    )
      .on("error", reject)
      .end();
  });
}

/** Asks by plain HTTP. */
function askPlainly(port: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    requestPlain({ host: "127.0.0.1", port, path, headers, agent: false }, async (answer) =>
      resolve({ status: answer.statusCode, body: await text(answer) }),
    )
      .on("error", reject)
      .end();
  });
}

test("H2: with keys and a certificate the server answers over HTTPS from everywhere, and nothing in plain", async () => {
  const place = await Workplace.with({});
  const argv = [
    ...(await somewhere(place)),
    "--host",
    "0.0.0.0",
    "--port",
    "0",
    "--cert",
    CERT,
    "--key",
    KEY,
  ];
  const ran = await serve(argv, {
    env,
    async whileListening(url) {
      expect(url).toMatch(/^https:\/\/0\.0\.0\.0:\d+$/);
      const { port } = new URL(url);
      expect((await askSecurely(port, HEALTH)).status).toBe(200);
      expect((await askSecurely(port, CUSTOMERS)).status).toBe(401);
      expect(await askSecurely(port, CUSTOMERS, { Authorization: "Bearer alpha" })).toEqual({
        status: 200,
        body: "[]",
      });
      await expect(askPlainly(port, CUSTOMERS, { Authorization: "Bearer alpha" })).rejects.toThrow();
      // One that does not know the certificate does not trust it.
      await expect(fetch(`https://127.0.0.1:${port}${HEALTH}`)).rejects.toThrow();
      expect((await askSecurely(port, HEALTH)).status).toBe(200);
    },
  });
  expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("stopping")]);
});

test("H2: behind a proxy the server answers plain HTTP from everywhere, to those with keys", async () => {
  const place = await Workplace.with({});
  const argv = [...(await somewhere(place)), "--host", "0.0.0.0", "--port", "0", "--behind-proxy"];
  const ran = await serve(argv, {
    env,
    async whileListening(url) {
      expect(url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
      const { port } = new URL(url);
      // As a proxy hands it on: with the name that its caller asked for.
      const handedOn = { Host: "billing.example", Origin: "https://billing.example" };
      expect((await askPlainly(port, CUSTOMERS, handedOn)).status).toBe(401);
      const held = { ...handedOn, Authorization: "Bearer alpha" };
      expect((await askPlainly(port, CUSTOMERS, held)).status).toBe(200);
    },
  });
  expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("stopping")]);
});

test("H2: certificates and keys that are missing, or none, or not a pair, are told of before anything is opened", async () => {
  const format = { format: "pem", type: "pkcs8" } as const;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const place = await Workplace.with({
    "other.pem": privateKey.export(format),
    "locked.pem": privateKey.export({ ...format, cipher: "aes-256-cbc", passphrase: "hidden" }),
    "none.pem": "no certificate",
    "empty.pem": "",
  });
  const at = (name: string): string => join(place.folder, name);
  const noCertificate = "is no certificate, PEM";
  const noKey = "is no private key without a passphrase, PEM";
  for (const [cert, key, told] of [
    [at("not-there.pem"), KEY, `${at("not-there.pem")}: there is no such file`],
    [CERT, at("not-there.pem"), `${at("not-there.pem")}: there is no such file`],
    [place.folder, KEY, `${place.folder}: is a folder, not a file`],
    [at("none.pem"), KEY, `${at("none.pem")}: ${noCertificate}`],
    [at("empty.pem"), KEY, `${at("empty.pem")}: ${noCertificate}`],
    [KEY, CERT, `${KEY}: ${noCertificate}`],
    [CERT, CERT, `${CERT}: ${noKey}`],
    [CERT, at("locked.pem"), `${at("locked.pem")}: ${noKey}`],
    [CERT, at("other.pem"), `${at("other.pem")}: is not the key of ${CERT}`],
  ] as const) {
    const ran = await serve(["--data", at("data"), "--host", "0.0.0.0", "--cert", cert, "--key", key], {
      env,
    });
    expect([ran.code, ran.err]).toEqual([1, `tollbook: ${told}\n`]);
  }
  expect(await place.files()).not.toContain("data");
});
