/** Requests to the API, with the key where there is one. */

/** What the page was told of its server. */
const { base, key: given } = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}") as {
  readonly base: string;
  readonly key: string | null;
};

/** Where a key stays that somebody gave: in this tab, until it is closed. */
const STORED = "tollbook key";

/** An answer that is an error, in the API's own words. */
export class Refused extends Error {
  readonly code: number;
  readonly title: string;
  readonly problems: readonly { readonly path: string; readonly message: string }[];

  constructor(body: Partial<Record<"error" | "error_code" | "hint" | "problems", unknown>>) {
    super(String(body.hint ?? "The server's answer cannot be read."));
    this.code = Number(body.error_code ?? 0);
    this.title = String(body.error ?? "Error");
    this.problems = Array.isArray(body.problems) ? body.problems : [];
  }
}

/** The codes on which the console acts itself. */
export const NO_KEY = 401001;
export const LEVEL_TOO_LOW = 403001;

export function keepKey(key: string): void {
  sessionStorage.setItem(STORED, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(STORED);
}

/** Whether somebody gave a key that can be forgotten. */
export function hasKey(): boolean {
  return sessionStorage.getItem(STORED) !== null;
}

export interface Asked {
  readonly body?: object;
  /** The type that is wanted; default JSON. */
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request below the base and gives the answer; a path may have the base already, as links have. */
async function send(method: string, path: string, { body, accept, signal }: Asked): Promise<Response> {
  const key = sessionStorage.getItem(STORED) ?? given;
  const headers = new Headers({ Accept: accept ?? "application/json" });
  if (key !== null) headers.set("Authorization", `Bearer ${key}`);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const init: RequestInit = { method, headers, redirect: "error", signal: signal ?? null };
  if (body !== undefined) init.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path.startsWith(`${base}/`) ? path : `${base}${path}`, init);
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw new Refused({ error: "No answer", hint: "The server does not answer. Is it running?" });
  }
  if (response.ok) return response;
  throw new Refused(await response.json().catch(() => ({ error: `Status ${response.status}` })));
}

/** The value of a JSON answer. */
export async function ask<T>(method: string, path: string, asked: Asked = {}): Promise<T> {
  return (await send(method, path, asked)).json() as Promise<T>;
}

/** A text. */
export async function askText(method: string, path: string, asked: Asked): Promise<string> {
  return (await send(method, path, asked)).text();
}

/** A page of a list. */
interface ListPage<T> {
  readonly items: readonly T[];
  /** The path of the next page, where there is more. */
  readonly next: string | undefined;
}

export async function askPage<T>(path: string, signal?: AbortSignal): Promise<ListPage<T>> {
  const response = await send("GET", path, { signal });
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  return { items: (await response.json()) as T[], next };
}

/** A query of those values that are not blank. */
export function queryOf(values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
