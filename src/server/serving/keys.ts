/** Keys of a server (H2): they identify callers by the digest of a secret, which is not stored. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { checkBySchema } from "../../model/index.ts";
import type { Authorize, Caller } from "../http/index.ts";

/** A key: the name of its caller, and the SHA-256 of its secret. */
export interface Key extends Omit<Caller, "user"> {
  readonly name: string;
  /** Of the secret, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** Thrown for keys that cannot be read; the message names the key, and never a secret. */
export class KeyError extends Error {
  override readonly name = "KeyError";
}

const name = z.string().regex(/^[\p{L}\p{N} ._@-]{1,100}$/u, "is no name: letters, digits and . _ @ -");
const level = z.int("is no level from 0 to 5").min(0, "is below level 0").max(5, "is above level 5");
const keySchema = z.strictObject({
  name,
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, "is no SHA-256 of 64 hexadecimal digits")
    .transform((digest) => digest.toLowerCase()),
  level,
  access: z.enum(["read", "write"], "is neither read nor write"),
});

/** A secret that `Authorization` can carry. */
const SECRET = /^[\x21-\x7e]+$/;

/**
 * Keys of a file: `[{ "name", "sha256", "level", "access" }]`.
 *
 * @throws KeyError
 */
export function keysOfFile(text: string): readonly Key[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new KeyError("is not JSON");
  }
  const checked = checkBySchema(
    z
      .array(keySchema, 'is no list of keys; write [{ "name": …, "sha256": …, "level": … }]')
      .min(1, "has no key"),
    json,
  );
  if (!("faults" in checked)) return unique(checked.value);
  const { path = "", message = "is no list of keys" } = checked.faults[0] ?? {};
  throw new KeyError(`${path === "" ? "" : `${path}: `}${message}`);
}

/**
 * Keys of `TOLLBOOK_KEYS`: `name:level:secret`, commas between. They may write.
 *
 * @throws KeyError
 */
export function keysOfText(text: string): readonly Key[] {
  const keys = text.split(",").map((part, at): Key => {
    const [called = "", written = "", ...secret] = part.trim().split(":");
    const whole = secret.join(":");
    const isLevel = /^[0-5]$/.test(written);
    if (!(name.safeParse(called).success && isLevel && SECRET.test(whole))) {
      throw new KeyError(
        `Key ${at + 1} of TOLLBOOK_KEYS is not written name:level:secret, with a level from 0 to 5 and a secret of ASCII characters without spaces`,
      );
    }
    return { name: called, sha256: digestOf(whole).toString("hex"), level: Number(written), access: "write" };
  });
  return unique(keys);
}

function unique(keys: readonly Key[]): readonly Key[] {
  for (const field of ["name", "sha256"] as const) {
    const seen = new Map<string, string>();
    for (const key of keys) {
      const other = seen.get(key[field]);
      if (other !== undefined) {
        const told =
          field === "name" ? `Two keys are named ${key.name}` : `${other} and ${key.name} are one key`;
        throw new KeyError(told);
      }
      seen.set(key[field], key.name);
    }
  }
  return keys;
}

/** A key for the console of a server without keys, with its secret, which only the console gets. */
export function keyOfConsole(rank: number): { readonly secret: string; readonly key: Key } {
  const secret = randomBytes(32).toString("base64url");
  const sha256 = digestOf(secret).toString("hex");
  return { secret, key: { name: "console", sha256, level: rank, access: "write" } };
}

/** Identifies callers by `Authorization: Bearer SECRET`. Every key is compared, each in constant time. */
export function authorizeByKeys(keys: readonly Key[]): Authorize {
  const known = keys.map(({ name: user, sha256, level: rank, access }) => ({
    digest: Buffer.from(sha256, "hex"),
    caller: { user, level: rank, access } satisfies Caller,
  }));
  return (request) => {
    const secret = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (secret === undefined) return null;
    const digest = digestOf(secret);
    let found: Caller | null = null;
    for (const key of known) if (timingSafeEqual(key.digest, digest)) found = key.caller;
    return found;
  };
}

function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret, "utf8").digest();
}
