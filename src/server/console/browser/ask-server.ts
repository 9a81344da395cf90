/** Requests to the API, with the key where there is one. */

const { base, key: given } = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}") as {
  readonly base: string;
  readonly key: string | null;
};

/** The entry of the session storage with the user's key, which stays until the tab is closed. */
const STORED = "tollbook key";

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

/** The error codes that the console handles. */
export const NO_KEY = 401001;
export const LEVEL_TOO_LOW = 403001;

export function keepKey(key: string): void {
  sessionStorage.setItem(STORED, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(STORED);
}

/** Whether the user entered a key, which can be forgotten. */
export function hasKey(): boolean {
  return sessionStorage.getItem(STORED) !== null;
}

export interface Asked {
  readonly body?: object;
  /** The requested type; default JSON. */
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request below the base and returns the answer; a path may include the base, as links do. */
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

export async function ask<T>(method: string, path: string, asked: Asked = {}): Promise<T> {
  return (await send(method, path, asked)).json() as Promise<T>;
}

export async function askText(method: string, path: string, asked: Asked): Promise<string> {
  return (await send(method, path, asked)).text();
}

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

/** A query of the values that are not blank. */
export function queryOf(values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
