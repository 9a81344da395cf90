/** A request as a line of the server's log: JSON, one object a line. */
import { escapedControls } from "../../report/index.ts";
import type { RequestNote } from "../http/index.ts";

/** Slower requests are warnings: an index is missing, a lock is held, or the machine is too small. */
const SLOW_MILLISECONDS = 5_000;

/** The line of a request; `time` in milliseconds since the epoch. The stack of a fault is in the log alone. */
export function logLine(note: RequestNote, time: number): string {
  const { method, path, route, user, status, code, milliseconds, calls, fault } = note;
  const isFailed = status >= 500 || fault !== undefined;
  const level = isFailed ? "error" : milliseconds >= SLOW_MILLISECONDS ? "warn" : "info";
  return line(time, level, {
    message: "request",
    method,
    path,
    route,
    user,
    status,
    error_code: code,
    milliseconds: Math.round(milliseconds * 10) / 10,
    calls,
    fault: fault === undefined ? undefined : faultText(fault),
  });
}

export function eventLine(
  message: string,
  time: number,
  fields: Readonly<Record<string, unknown>> = {},
): string {
  return line(time, "info", { message, ...fields });
}

/** The line of a customer whose thirty days are over, but whom other records of the book still need (H11). */
export function keptCustomerLine(customer: string, problems: readonly string[], time: number): string {
  return line(time, "warn", { message: "a customer could not be purged", customer, problems });
}

/** The line of a failure outside of requests. */
export function faultLine(
  message: string,
  time: number,
  fault: unknown,
  fields: Readonly<Record<string, unknown>> = {},
): string {
  return line(time, "error", { message, ...fields, fault: faultText(fault) });
}

function line(
  time: number,
  level: "info" | "warn" | "error",
  fields: Readonly<Record<string, unknown>>,
): string {
  // Escaped, so that no request writes control characters of a terminal.
  const text = JSON.stringify({ time: new Date(time).toISOString(), level, ...fields });
  return `${escapedControls(text)}\n`;
}

function faultText(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? String(fault)) : String(fault);
}
