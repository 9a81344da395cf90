/** What a row says by a call dialect, from what docs/dialects.md says; the types alone are the reader's. */
import type {
  CallDialect,
  DialectCell,
  DialectCellTest,
  DialectConstant,
  DialectDateAndClock,
  DialectDirection,
  DialectLeg,
  DialectPlainValue,
  DialectTest,
  DialectTextCell,
  DialectValue,
} from "../../../src/files/dialects/call-dialect.ts";
import { canonical } from "../canonical.ts";
import { afterSteps, REFUSED, type Step } from "./steps.ts";
import { type Clock, secondsBetween, startOf } from "./times.ts";

/** What a run says beside the dialect. */
export interface Choices extends Omit<Clock, "zone"> {
  readonly zone?: string | undefined;
  readonly carrier?: string | undefined;
  /** Canonical numbers of the book. */
  readonly numbers: ReadonlySet<string>;
}

/** A call, why there is none, or the column that is wrong (of several that are joined the first). */
export type Outcome =
  | { readonly call: Readonly<Record<string, unknown>> }
  | { readonly passedOver: string }
  | { readonly problem: string | undefined };

/** Thrown where a row is a problem, with the column that is wrong. */
class WrongColumn {
  readonly column: string | undefined;
  constructor(column: string | undefined) {
    this.column = column;
  }
}

type Way = "in" | "out";

/** A row of a file whose header names these columns. */
export function outcomesOf(
  dialect: CallDialect,
  choices: Choices,
  columns: readonly string[],
  cells: readonly string[],
): readonly Outcome[] {
  const row = new Row(dialect, choices, columns, cells);
  try {
    row.checkWidth();
    const why = row.whyPassedOver(dialect.passOver);
    if (why !== undefined) return [{ passedOver: why }];
    row.checkCurrency();
  } catch (error) {
    return [problemOf(error)];
  }
  const legs = (dialect.legs ?? [{ name: "call" }]).filter((leg) => row.has(leg));
  if (legs.length === 0) return [{ problem: firstAsked(dialect.legs ?? []) }];
  return legs.map((leg): Outcome => {
    try {
      const why = row.whyPassedOver(leg.passOver);
      if (why !== undefined) return { passedOver: why };
      return {
        call: row.call({
          direction: directionOf(dialect, leg),
          unanswered: leg.unanswered ?? dialect.unanswered ?? [],
          fields: { ...dialect.fields, ...leg.fields },
          set: { ...dialect.set, ...leg.set },
        }),
      };
    } catch (error) {
      return problemOf(error);
    }
  });
}

/** What a leg says of directions, on top of what its dialect says. */
function directionOf(dialect: CallDialect, leg: DialectLeg): DialectDirection | undefined {
  if (!dialect.direction && !leg.direction) return undefined;
  return { ...dialect.direction, ...leg.direction };
}

/** The column that tells which kind a row is. */
function firstAsked(legs: readonly DialectLeg[]): string | undefined {
  const [first] = legs.flatMap(({ when }) => when ?? []);
  return first === undefined ? undefined : "all" in first ? first.all[0]?.column : first.column;
}

function problemOf(error: unknown): Outcome {
  if (error instanceof WrongColumn) return { problem: error.column };
  throw error;
}

interface Leg {
  readonly direction: DialectDirection | undefined;
  readonly unanswered: readonly DialectTest[];
  readonly fields: Readonly<Record<string, DialectValue | null | undefined | "">>;
  readonly set: Readonly<Record<string, unknown>>;
}

const keyOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "");

class Row {
  readonly #dialect: CallDialect;
  readonly #choices: Choices;
  readonly #columns: readonly string[];
  readonly #cells: readonly string[];

  constructor(dialect: CallDialect, choices: Choices, columns: readonly string[], cells: readonly string[]) {
    this.#dialect = dialect;
    this.#choices = choices;
    this.#columns = columns;
    this.#cells = cells;
  }

  has({ when }: DialectLeg): boolean {
    return when === undefined || when.some((test) => this.#fits(test));
  }

  checkWidth(): void {
    const beyond = this.#cells.slice(this.#columns.length);
    if (this.#cells.length < this.#columns.length || beyond.some((cell) => cell.trim() !== ""))
      throw new WrongColumn(undefined);
  }

  /** The cell of a column, "" where it says nothing. */
  #said(column: string, none: readonly (string | number)[] = []): string {
    const text = this.#cell(column);
    return [...(this.#dialect.blank ?? []), ...none].map(String).includes(text) ? "" : text;
  }

  #cell(column: string): string {
    const index = this.#columns.findIndex((name) => keyOf(name) === keyOf(column));
    return (this.#cells[index] ?? "").trim();
  }

  #fits(test: DialectTest): boolean {
    return "all" in test ? test.all.every((one) => this.#fitsCell(one)) : this.#fitsCell(test);
  }

  #fitsCell(test: DialectCellTest): boolean {
    if (test.blank !== undefined) return (this.#said(test.column) === "") === test.blank;
    const given = (test.in ?? test.notIn ?? []).map(String);
    if (test.exactly === true) return given.includes(this.#cell(test.column)) === (test.in !== undefined);
    const cell = this.#cell(test.column).toLowerCase();
    const isOne = (test.in ?? test.notIn ?? []).some((given) => {
      const text = String(given).trim().toLowerCase();
      return text.endsWith("*") ? cell.startsWith(text.slice(0, -1)) : cell === text;
    });
    return test.in === undefined ? !isOne : isOne;
  }

  whyPassedOver(tests: CallDialect["passOver"]): string | undefined {
    return tests?.find((test) => this.#fits(test))?.why;
  }

  checkCurrency(): void {
    const { currency } = this.#dialect;
    if (!currency || !("column" in currency)) return;
    if (!["", currency.is ?? "GBP"].includes(this.#said(currency.column)))
      throw new WrongColumn(currency.column);
  }

  call({ direction, unanswered, fields, set }: Leg): Readonly<Record<string, unknown>> {
    const way = direction === undefined ? "out" : this.#way(direction);
    const call: Record<string, unknown> = {};
    const valueIn = (field: string): DialectPlainValue | undefined => {
      const value = fields[field];
      if (value === null || value === undefined || value === "") return undefined;
      if (typeof value === "string" || !("in" in value || "out" in value)) return value as DialectPlainValue;
      return value[way] ?? undefined;
    };
    const isUnanswered = unanswered.some((test) => this.#fits(test));
    for (const field of Object.keys(fields)) {
      if (field === "duration" && isUnanswered) continue;
      const value = field === "start" ? undefined : valueIn(field);
      const text = value === undefined ? "" : this.#text(value);
      const isFlag = field === "callTypeRecordingFlag" && (text === "true" || text === "false");
      const hasTable = JSON.stringify(fields[field] ?? null).includes('"table"');
      if (text !== "") call[field] = isFlag && hasTable ? text === "true" : text;
    }
    Object.assign(call, this.#start(valueIn("start")));
    const carried = this.#carried(fields, call);
    if (isUnanswered) call.duration = "0";
    const name = direction?.names?.[way] === undefined ? way : direction.names[way];
    const isNamed = direction !== undefined && name !== null;
    if (isNamed && call.callTypeDirectionFlag === undefined) call.callTypeDirectionFlag = name;
    const { carrier } = this.#choices;
    for (const [field, value] of Object.entries({ ...set, ...(carrier !== undefined && { carrier }) })) {
      if (call[field] === undefined && value !== null && value !== "") call[field] = String(value);
    }
    return { ...carried, ...call };
  }

  #way({ inbound, outbound, byNumber, otherwise }: DialectDirection): Way {
    if (inbound?.some((test) => this.#fits(test))) return "in";
    if (outbound?.some((test) => this.#fits(test))) return "out";
    if (byNumber) {
      const [calling, called] = byNumber.map((value) => {
        const number = canonical(this.#text(value), { countryCode: "44", bareDigits: "international" });
        return this.#choices.numbers.has(number);
      });
      return called && !calling ? "in" : "out";
    }
    if (otherwise === "in" || otherwise === "out") return otherwise;
    const [first] = [...(inbound ?? []), ...(outbound ?? [])];
    throw new WrongColumn(
      first === undefined ? undefined : "all" in first ? first.all[0]?.column : first.column,
    );
  }

  /** Columns of which nothing became a field of some leg, and that are no field by their names. */
  #carried(ofLeg: Leg["fields"], call: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
    const { fields, legs } = this.#dialect;
    const used = new Set<string>();
    const note = (value: unknown): void => {
      if (typeof value === "string") used.add(keyOf(value));
      else if (Array.isArray(value)) value.forEach(note);
      else if (typeof value === "object" && value !== null) {
        const { column, sum, carry, add, or } = value as DialectCell;
        if (sum !== true && carry !== true) note(column);
        for (const part of [...(add ?? []), ...(or ?? [])]) note(part);
        for (const name of ["between", "date", "clock", "in", "out", "plus", "minus"] as const)
          if (name in value) note((value as Record<string, unknown>)[name]);
      }
    };
    /** Columns that a field of this call has taken, and that are carried where it says nothing. */
    const taken = new Set(
      Object.entries(ofLeg).flatMap(([field, value]) =>
        call[field] === undefined
          ? []
          : [value, (value as { in?: unknown })?.in, (value as { out?: unknown })?.out].flatMap((part) => {
              const { carry, column = [] } = (part ?? {}) as Partial<DialectCell>;
              return carry === true ? [column].flat().map(keyOf) : [];
            }),
      ),
    );
    for (const leg of legs ?? [{ fields: {} }])
      for (const value of Object.values({ ...fields, ...leg.fields })) note(value);
    const carried = this.#columns.filter(
      (column) => !used.has(keyOf(column)) && !taken.has(keyOf(column)) && this.#said(column) !== "",
    );
    return Object.fromEntries(carried.map((column) => [column, this.#said(column)]));
  }

  /** What a value says, and the column that said it. */
  #found(cell: string | DialectTextCell): { readonly text: string; readonly column: string } {
    const value = typeof cell === "string" ? { column: cell } : cell;
    const columns = [value.column].flat();
    const said = columns
      .map((column) => ({ column, text: this.#said(column, value.none) }))
      .filter(({ text }) => text !== "");
    const odd = said.find(({ text }) => !/^[0-9]{1,20}(\.[0-9]{1,20})?$/.test(text));
    const sum = odd ?? {
      column: said[0]?.column ?? "",
      text: said.length === 0 ? "" : sumOf(said.map(({ text }) => text)),
    };
    const found = value.sum
      ? sum
      : value.join === undefined
        ? (said[0] ?? { column: "", text: "" })
        : { column: columns[0] ?? "", text: said.map(({ text }) => text).join(value.join) };
    if (found.text === "") return found;
    const turned = afterSteps(found.text, (value.is ?? []) as readonly Step[]);
    if (turned === REFUSED) throw new WrongColumn(found.column);
    return { ...found, text: turned };
  }

  #withOthers({ add, or, ...cell }: DialectCell): string {
    const { text } = this.#found(cell);
    if (text === "") {
      const others = (or ?? []).map(
        (other: string | DialectTextCell | DialectConstant) => () =>
          typeof other === "object" && "constant" in other ? String(other.constant) : this.#found(other).text,
      );
      for (const other of others) {
        const said = other();
        if (said !== "") return said;
      }
      return "";
    }
    const parts = (add ?? []).map((part) => this.#found(part).text).filter((part) => part !== "");
    if (parts.length === 0) return text;
    return [text, ...parts].find((part) => !/^-?[0-9]+(\.[0-9]+)?$/.test(part)) ?? sumOf([text, ...parts]);
  }

  #dateAndClock({ date, clock, zone, plus }: DialectDateAndClock): object {
    const cellOf = (cell: string | DialectCell): string =>
      typeof cell === "string" ? this.#found(cell).text : this.#withOthers(cell);
    const [day, time] = [cellOf(date), cellOf(clock)];
    if (time === "") return day === "" ? {} : { startDate: day };
    const ring = plus === undefined || day === "" ? "" : this.#said(plus);
    const isClock = /^\d{1,2}:\d\d(:\d\d(\.\d{1,6})?)?$/.test(time);
    const isRung = ring !== "" && !/^0+$/.test(ring);
    if (isRung && !(isClock && /^\d{1,6}$/.test(ring)))
      throw new WrongColumn([typeof clock === "string" ? clock : clock.column].flat()[0]);
    const seconds = isRung ? Number(ring) : 0;
    const settings = this.#clock(zone);
    const isUtc = settings.zone === "utc" && settings.bookZone !== "utc";
    const asWritten = {
      ...(day !== "" && { startDate: day }),
      // Without a day there is no start, whatever the time's zone.
      startTime: isUtc && isClock && day !== "" ? `${time}Z` : time,
    };
    const isLocal = settings.zone === "local" || settings.zone === settings.bookZone;
    if (!isClock || (seconds === 0 && (isLocal || isUtc))) return asWritten;
    // A time of day with one digit for its hour is none that can be moved.
    const whole = /^\d\d:\d\d$/.test(time) ? `${time}:00` : time;
    const start = /^\d\d:/.test(whole) ? startOf(`${day} ${whole}`, "iso", settings, seconds) : undefined;
    if (start === undefined) {
      const isTime = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d/.test(whole);
      const isDay = startOf(day, "YYYY-MM-DD", { ...settings, zone: "utc" }, 0) !== undefined;
      if (isTime && isDay)
        throw new WrongColumn([typeof clock === "string" ? clock : clock.column].flat()[0]);
      return asWritten;
    }
    const { startDate, startTime } = start as { startDate: string; startTime?: string };
    return startTime === undefined
      ? { startDate: startDate.slice(0, 10), startTime: startDate.slice(11) }
      : { startDate, startTime };
  }

  #clock(zone: string | undefined): Clock {
    const { bookZone, ambiguousTime, year } = this.#choices;
    return { zone: zone ?? this.#choices.zone ?? this.#dialect.zone ?? "utc", bookZone, ambiguousTime, year };
  }

  #text(value: DialectPlainValue): string {
    if (typeof value === "string") return this.#found(value).text;
    if ("constant" in value) return String(value.constant);
    if ("date" in value) return "";
    if (!("between" in value)) return this.#withOthers(value);
    const [from, to] = [this.#found(value.between[0]), this.#found(value.between[1])];
    if (from.text === "" || to.text === "") return "";
    const seconds = secondsBetween(from.text, to.text, value.time, this.#clock(value.zone));
    if (seconds === undefined) throw new WrongColumn(to.column);
    return seconds;
  }

  #start(value: DialectPlainValue | undefined): object {
    if (value === undefined || typeof value === "string") return {};
    if ("date" in value) return this.#dateAndClock(value);
    if (!("column" in value)) return {};
    const { text, column } = this.#found(value);
    if (text === "") return {};
    const later = this.#seconds(value.plus) - this.#seconds(value.minus);
    const start = startOf(text, value.time ?? "iso", this.#clock(value.zone), later);
    if (start === undefined) throw new WrongColumn(column);
    return start;
  }

  #seconds(column: string | undefined): number {
    if (column === undefined) return 0;
    // Seconds are cut to three places.
    const text = this.#said(column).replace(/^([0-9:-]*\.[0-9]{3})[0-9]+$/, "$1");
    if (text === "") return 0;
    const [, hours, minutes, seconds] = /^(\d{1,6}):([0-5]\d):([0-5]\d(?:\.\d+)?)$/.exec(text) ?? [];
    if (hours !== undefined) return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    if (!/^-?(\d{1,12}(\.\d+)?|\.\d+)$/.test(text)) throw new WrongColumn(column);
    return Number(text);
  }
}

/** To the digit. */
function sumOf(amounts: readonly string[]): string {
  const places = Math.max(...amounts.map((amount) => amount.split(".")[1]?.length ?? 0));
  const units = amounts.map((amount) => {
    const [whole = "", decimals = ""] = amount.split(".");
    return BigInt(whole + decimals.padEnd(places, "0"));
  });
  const sum = units.reduce((all, unit) => all + unit, 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, "0");
  const fraction = places === 0 ? "" : digits.slice(-places).replace(/0+$/, "");
  const whole = places === 0 ? digits : digits.slice(0, -places);
  const text = fraction === "" ? whole : `${whole}.${fraction}`;
  return `${sum < 0n ? "-" : ""}${text}`;
}
