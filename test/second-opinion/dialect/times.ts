/** Times of a call dialect, from what docs/dialects.md says: pictures as patterns, zones by Intl (see zone.ts). */
import { createZone, type Zone } from "../zone.ts";

export interface Clock {
  /** `local`, `utc` or a name. */
  readonly zone: string;
  readonly bookZone?: string | undefined;
  readonly ambiguousTime?: "earlier" | "later" | "reject" | undefined;
  readonly year?: number | undefined;
}

/** A start as a call has it. */
export interface Start {
  readonly startDate: string;
  readonly startTime?: string;
}

interface Said {
  /** Milliseconds since 1970 on the wall, or in UTC where the text says an instant. */
  readonly wall: number;
  readonly hasClock: boolean;
  /** As it is written; "Z" of an instant; undefined where there is none. */
  readonly offset: string | undefined;
  readonly isInstant: boolean;
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const PATTERNS: Readonly<Record<string, string>> = {
  YYYY: "(?<YYYY>\\d{4})",
  YY: "(?<YY>\\d\\d)",
  MMM: "(?<MMM>[A-Za-z]{3,9})",
  MM: "(?<MM>\\d\\d)",
  M: "(?<MM>\\d\\d?)",
  DDD: "[A-Za-z]{2,}",
  DD: "(?<DD>\\d\\d)",
  D: "(?<DD>\\d\\d?)",
  HH: "(?<HH>\\d\\d)",
  H: "(?<HH>\\d\\d?)",
  hh: "(?<HH>\\d\\d)",
  h: "(?<HH>\\d\\d?)",
  mm: "(?<mm>\\d\\d)",
  ss: "(?<ss>\\d\\d)",
  ".f": "\\.(?<f>\\d+)",
  A: "(?<A>[AaPp][Mm])",
  Z: "(?<Z>[Zz]|[Uu][Tt][Cc]|[Gg][Mm][Tt]|[+-]\\d\\d(?::?\\d\\d)?)",
};
const ISO =
  /^(?<YYYY>\d{4})-(?<MM>\d\d)-(?<DD>\d\d)(?:[Tt ](?<HH>\d\d):(?<mm>\d\d)(?::(?<ss>\d\d)(?:\.(?<f>\d+))?)?(?<Z>[Zz]|[Uu][Tt][Cc]|[Gg][Mm][Tt]|[+-]\d\d(?::?\d\d)?)?)?$/;

function said(text: string, form: string, year: number | undefined): Said | undefined {
  const epoch = { "epoch s": 1_000_000, "epoch ms": 1_000, "epoch us": 1 }[form];
  if (epoch !== undefined) {
    const [, whole, decimals = ""] = /^(\d{1,18})(?:\.(\d+))?$/.exec(text) ?? [];
    if (whole === undefined) return undefined;
    const micros = (BigInt(whole + decimals) * BigInt(epoch)) / 10n ** BigInt(decimals.length);
    const wall = Number(micros / 1_000n);
    return wall > Date.UTC(9_999, 11, 31, 23, 59, 59, 999)
      ? undefined
      : { wall, hasClock: true, offset: "Z", isInstant: true };
  }
  const pattern =
    form === "iso"
      ? ISO
      : new RegExp(
          `^${form.replace(/YYYY|YY|MMM|MM|M|DDD|DD|D|HH|H|hh|h|mm|ss|\.f|A|Z|[^A-Za-z]|T/g, (part) => PATTERNS[part] ?? part.replace(/[^A-Za-z0-9]/, "\\$&"))}$`,
        );
  const parts = pattern.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const fullYear =
    parts.YYYY !== undefined ? Number(parts.YYYY) : parts.YY !== undefined ? 2_000 + Number(parts.YY) : year;
  const name = parts.MMM?.toLowerCase();
  const month =
    name === undefined ? Number(parts.MM) : MONTHS.findIndex((known) => known.startsWith(name)) + 1;
  const day = Number(parts.DD);
  if (fullYear === undefined || fullYear === 0 || month < 1) return undefined;
  let hour = Number(parts.HH ?? 0);
  if (parts.A !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (parts.A.toLowerCase() === "pm" ? 12 : 0);
  }
  const minute = Number(parts.mm ?? 0);
  const second = Number(parts.ss ?? 0);
  const offset = parts.Z === undefined || /^[+-]/.test(parts.Z) ? parts.Z : "Z";
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  if (offset !== undefined && offset !== "Z" && !/^.(?:[01]\d|2[0-3])(?::?[0-5]\d)?$/.test(offset))
    return undefined;
  const moment = new Date(0);
  moment.setUTCFullYear(fullYear, month - 1, day);
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day) return undefined;
  const millisecond = Number((parts.f ?? "").slice(0, 3).padEnd(3, "0"));
  const wall = moment.getTime() + ((hour * 60 + minute) * 60 + second) * 1_000 + millisecond;
  return { wall, hasClock: parts.HH !== undefined, offset, isInstant: false };
}

function firstSaid(
  text: string,
  time: string | readonly string[],
  year: number | undefined,
): Said | undefined {
  return [time]
    .flat()
    .map((form) => said(text, form, year))
    .find((found) => found !== undefined);
}

const FIRST_YEAR = Date.UTC(1970, 0, 1);
const BEYOND_LAST_YEAR = Date.UTC(2100, 11, 30);

function isoText(wall: number): string {
  return new Date(wall).toISOString().replace(/(\.000)?Z$/, "");
}

/** Zone data is asked for the years of calls alone; before and behind them the first and the last offset go on. */
function zoneInstants(wall: number, zone: Zone): ReturnType<Zone["instantsOf"]> {
  if (wall >= FIRST_YEAR && wall < BEYOND_LAST_YEAR) return zone.instantsOf(wall);
  return {
    instants: [wall - zone.offsetAt(wall < FIRST_YEAR ? FIRST_YEAR : BEYOND_LAST_YEAR)],
    isUnreal: false,
  };
}

/** Wall times that are no instant, or several: as the rule says (R23); undefined for `reject`. */
function instantOf(
  wall: number,
  name: string,
  rule: Clock["ambiguousTime"] = "earlier",
  notBefore?: number,
): number | undefined {
  const { instants, isUnreal } = zoneInstants(wall, createZone(name));
  const [first, second = first] = instants;
  if (first === second) return first;
  if (rule === "reject") return undefined;
  const chosen = rule === "earlier" ? first : second;
  if (isUnreal || notBefore === undefined || (chosen ?? 0) >= notBefore) return chosen;
  return instants.find((instant) => instant >= notBefore) ?? chosen;
}

/** The instant of what was said; undefined where the clock change forbids one. */
function momentOf({ wall, offset }: Said, clock: Clock, notBefore?: number): number | undefined {
  if (offset !== undefined) {
    const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
    return wall - (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  }
  const isLocal = clock.zone === "local" || clock.zone === clock.bookZone;
  const name = isLocal ? clock.bookZone : clock.zone === "utc" ? undefined : clock.zone;
  return name === undefined ? wall : instantOf(wall, name, clock.ambiguousTime, notBefore);
}

/** The start that a text says, so many seconds later; undefined where it says none. */
export function startOf(
  text: string,
  time: string | readonly string[],
  clock: Clock,
  seconds = 0,
): Start | undefined {
  const found = firstSaid(text, time, clock.year);
  if (found === undefined) return undefined;
  const { wall, hasClock, offset, isInstant } = found;
  const later = Math.round(seconds * 1_000);
  if (!hasClock) return later === 0 ? { startDate: isoText(wall).slice(0, 10) } : undefined;
  if (offset !== undefined && !isInstant && later === 0) return { startDate: `${isoText(wall)}${offset}` };
  const isLocal = offset === undefined && (clock.zone === "local" || clock.zone === clock.bookZone);
  const split = (moment: number): Start | undefined =>
    isInRange(moment)
      ? { startDate: isoText(moment).slice(0, 10), startTime: isoText(moment).slice(11) }
      : undefined;
  if (isLocal && (later === 0 || clock.bookZone === undefined)) return split(wall + later);
  if (isLocal && Math.abs(later) < 86_400_000 && clock.bookZone !== undefined) {
    const zone = createZone(clock.bookZone);
    // Where no change of the clock is on either day, the wall says it just as well.
    const days = [wall, wall + later].flatMap((local) => {
      const midnight = Math.floor(local / 86_400_000) * 86_400_000;
      return [midnight, midnight + 86_400_000 - 1];
    });
    const offsets = days.flatMap((local) =>
      zoneInstants(local, zone).instants.map((instant) => local - instant),
    );
    if (new Set(offsets).size === 1) return split(wall + later);
  }
  const moment = momentOf(found, clock);
  if (moment === undefined || !isInRange(moment + later)) return undefined;
  return { startDate: `${isoText(moment + later)}Z` };
}

function isInRange(wall: number): boolean {
  return wall >= -62_135_596_800_000 && wall < 253_402_300_800_000;
}

/** The seconds between two times; undefined where one of them is none. */
export function secondsBetween(
  from: string,
  to: string,
  time: string | readonly string[],
  clock: Clock,
): string | undefined {
  const [start, end] = [from, to].map((text) => firstSaid(text, time, clock.year));
  if (start === undefined || end === undefined || !start.hasClock || !end.hasClock) return undefined;
  const first = momentOf(start, clock);
  if (first === undefined) return undefined;
  const last = momentOf(end, clock, first);
  return last === undefined ? undefined : String((last - first) / 1_000);
}
