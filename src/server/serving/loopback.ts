/** Checks for a server without keys, which answers its own machine alone (H2). */
import { isIPv4 } from "node:net";
import { ServerError } from "../errors.ts";
import type { Authorize } from "../http/index.ts";

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return bare === "localhost" || bare === "::1" || (isIPv4(bare) && bare.startsWith("127."));
}

/**
 * Why a request to a server without keys is refused; undefined where it is not. A foreign web page is recognised by its
 * `Origin`, or, after DNS rebinding, by its `Host`. The server's own page, the console, is accepted with an origin of
 * this very address and with its key: another page can neither send this origin nor read the key.
 */
export async function refusedOrigin(
  request: Request,
  isConsole: Authorize,
): Promise<ServerError | undefined> {
  const url = new URL(request.url);
  const host = request.headers.get("host") ?? url.host;
  if (!isLoopback(host.replace(/:[0-9]*$/, ""))) {
    return new ServerError(
      403003,
      "Without keys the server answers as localhost alone; start it with --keys.",
    );
  }
  const origin = request.headers.get("origin");
  if (origin === null) return undefined;
  if (origin === `${url.protocol}//${host}` && (await isConsole(request)) !== null) return undefined;
  return new ServerError(
    403003,
    "Without keys the server answers no pages of the web but its own; start it with --keys.",
  );
}
