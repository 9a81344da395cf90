/** A server without keys answers its own machine alone (H2). */
import { isIPv4 } from "node:net";
import { ServerError } from "../errors.ts";

/** Whether a host is this machine itself. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return bare === "localhost" || bare === "::1" || (isIPv4(bare) && bare.startsWith("127."));
}

/**
 * Why a request to a server without keys is refused; undefined where it may go on. A page of the web that asks this machine
 * names itself as `Origin`, or by the name that it had its address changed for.
 */
export function refusedOrigin(request: Request): ServerError | undefined {
  if (request.headers.has("origin")) {
    return new ServerError(
      403003,
      "Without keys the server answers no pages of the web; start it with --keys.",
    );
  }
  const host = request.headers.get("host") ?? new URL(request.url).host;
  if (isLoopback(host.replace(/:[0-9]*$/, ""))) return undefined;
  return new ServerError(403003, "Without keys the server answers as localhost alone; start it with --keys.");
}
