/** Reads bodies of requests (H3, H33): their type, their bytes, and JSON without ambiguous or forbidden values. */
import { parseJson } from "../../files/index.ts";
import { type FieldProblem, fieldError, ServerError } from "../errors.ts";
import type { Route } from "./route.ts";
import { jsonFault } from "./scan-json.ts";

/** Most bytes of a body (H33). */
const MOST_BODY_BYTES = 4 * 2 ** 20;
/** Most bytes of a batch or a sheet (H33). */
export const MOST_BATCH_BYTES = 32 * 2 ** 20;

export type JsonObject = Record<string, unknown>;

/** The body of a request: a JSON object, or bytes of another type. */
export type ReceivedBody =
  | { readonly json: JsonObject }
  | { readonly upload: { readonly type: string; readonly bytes: Uint8Array } };

type BodyRules = Pick<Route, "uploads" | "mostBytes" | "bodyMayBeEmpty">;

/**
 * The body of a request.
 *
 * @throws ServerError 413001 before anything is parsed, 415001, 400003, 400002 for texts that no record may hold
 */
export async function readBody(request: Request, rules: BodyRules): Promise<ReceivedBody> {
  refusePacked(request.headers.get("content-encoding"));
  const bytes = await readBytes(request, rules.mostBytes ?? MOST_BODY_BYTES);
  if (bytes.length === 0 && rules.bodyMayBeEmpty === true) return { json: {} };
  const given = request.headers.get("content-type");
  const type = mediaType(given);
  if (type !== "application/json") {
    if (type !== undefined && rules.uploads?.includes(type)) return { upload: { type, bytes } };
    const wanted = ["application/json", ...(rules.uploads ?? [])].join(" or ");
    const missing = bytes.length === 0 ? "The body is empty and has no type" : "The body has no Content-Type";
    const told = given === null ? missing : `${JSON.stringify(given.slice(0, 80))} is not taken`;
    throw new ServerError(415001, `${told}; send ${wanted}, in UTF-8.`);
  }
  return { json: parseObject(bytes) };
}

/** @throws ServerError 415001 for a compressed body, whose size after decompression is unknown */
function refusePacked(encoding: string | null): void {
  const isPlain = /^(?:\s*identity\s*(?:,|$))*\s*$/i.test(encoding ?? "");
  if (isPlain) return;
  const told = JSON.stringify((encoding ?? "").slice(0, 80));
  throw new ServerError(415001, `Content-Encoding ${told} is not taken; send the body unpacked.`);
}

/** A media type in lower case; undefined without a type, and for another charset than UTF-8. */
function mediaType(header: string | null): string | undefined {
  if (header === null) return undefined;
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="));
  const name = charset?.slice("charset=".length).replaceAll('"', "");
  return name === undefined || name === "utf-8" || name === "utf8" ? type : undefined;
}

async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const tooLarge = new ServerError(413001, `A body here has at most ${most} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge;
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of request.body) {
      length += part.length;
      if (length > most) throw tooLarge;
      parts.push(part);
    }
  } catch (error) {
    throw error === tooLarge ? tooLarge : new ServerError(400003, "The body was cut short.");
  }
  return Buffer.concat(parts);
}

/**
 * The one JSON object that bytes hold.
 *
 * @throws ServerError 400003; 400002 for keys and texts that no record may have
 */
function parseObject(bytes: Uint8Array): JsonObject {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ServerError(400003, "The body is not UTF-8.");
  }
  if (text.trim() === "") {
    throw new ServerError(400003, "The body is empty; send one JSON object with the fields, { … }.");
  }
  const fault = jsonFault(text);
  if (fault !== undefined) throw new ServerError(400003, `The body ${fault}.`);
  const parsed = parseJson(text);
  if (!("value" in parsed)) {
    const { line, column, reason } = parsed;
    throw new ServerError(400003, `The body is not JSON at line ${line}, column ${column}: ${reason}.`);
  }
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ServerError(400003, "The body is not one JSON object; write { … }.");
  }
  const problems = forbiddenValues(value);
  if (problems.length > 0) throw fieldError(problems);
  return value as JsonObject;
}

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
/** U+0000, and a lone surrogate. */
const FORBIDDEN_TEXT = /\0|\p{Surrogate}/u;

/** Keys and texts that no record may have (R2, H4), and whole numbers that JSON numbers do not hold exactly. */
export function forbiddenValues(value: unknown): FieldProblem[] {
  const problems: FieldProblem[] = [];
  lookThrough(value, "", problems);
  return problems;
}

function lookThrough(value: unknown, path: string, problems: FieldProblem[]): void {
  if (typeof value === "string") {
    if (FORBIDDEN_TEXT.test(value)) problems.push({ path, message: "holds U+0000 or half of a character" });
  } else if (typeof value === "number") {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      problems.push({ path, message: "is a number beyond 2^53; write it as text, in quotes" });
  } else if (Array.isArray(value)) {
    value.forEach((entry, at) => {
      lookThrough(entry, `${path}[${at}]`, problems);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      const below = path === "" ? key : `${path}.${key}`;
      if (FORBIDDEN_KEYS.has(key)) problems.push({ path: below, message: "is not allowed as a field name" });
      else if (FORBIDDEN_TEXT.test(key))
        problems.push({ path, message: "has a field name with U+0000 or half of a character" });
      else lookThrough(entry, below, problems);
    }
  }
}
