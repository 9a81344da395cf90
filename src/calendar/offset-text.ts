import { formatInTimeZone } from "date-fns-tz";
import type { Zone } from "./zone.ts";

/**
 * The zone's offset at an instant as a person writes it, such as "+01:00" or "Z". Of date-fns-tz's formats
 * `XXX` is the one that is right on every host; its other fields depend on the host's own zone.
 *
 * @example offsetText(openZone("Europe/London"), Date.UTC(2026, 6, 1)) // => "+01:00"
 */
export function offsetText(zone: Zone, instantMs: number): string {
  return formatInTimeZone(new Date(instantMs), zone.name, "XXX");
}
