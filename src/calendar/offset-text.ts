import { formatInTimeZone } from "date-fns-tz";
import type { Zone } from "./zone.ts";

/**
 * The zone's offset at an instant as text, such as "+01:00" or "Z". `XXX` is the only format of date-fns-tz that is
 * right on every host; the others depend on the host's zone.
 *
 * @example offsetText(openZone("Europe/London"), Date.UTC(2026, 6, 1)) // => "+01:00"
 */
export function offsetText(zone: Zone, instantMs: number): string {
  return formatInTimeZone(new Date(instantMs), zone.name, "XXX");
}
