/** Converts a dialect of the UK standard CDR to a call dialect. */
import { MONEY_FIELDS, REPORTED_COSTS, type ReadableField } from "../../model/index.ts";
import {
  type CallDialect,
  type DialectCell,
  type DialectFields,
  type DialectLeg,
  type DialectPlainValue,
  type DialectStep,
  type DialectTextCell,
  type OpenedCallDialect,
  openWith,
  UK_CDR_COLUMNS,
} from "../dialects/index.ts";
import type { CheckedDialectCallType, UkCdrDialect } from "./dialect.ts";
import { openDialect, type UkCdrSettings } from "./open-dialect.ts";

const CALL_TYPE = "Call Type";
const ZERO_IS_BLANK: DialectStep = { zero: "blank" };

/** A dialect, opened for reading rows. Throws a FileError that lists all its faults. */
export function openUkCdr(dialect?: UkCdrDialect | string, name = "dialect"): OpenedCallDialect {
  return openWith(asCallDialect(openDialect(dialect, name)), undefined, name);
}

export function asCallDialect(settings: UkCdrSettings): CallDialect {
  const { header, delimiter, columns, addedColumns, headerNames, timeZone, currency, set } = settings;
  const fields = fieldsOf(settings);
  const withoutLegs: CallDialect = {
    reads: "csv",
    csv: { header, delimiter },
    columns,
    headerColumns: [...UK_CDR_COLUMNS, ...addedColumns],
    optionalColumns: UK_CDR_COLUMNS,
    headerNames: Object.fromEntries(headerNames),
    zone: timeZone,
    currency: { column: "Currency", is: currency },
    fields,
    set: Object.fromEntries(set),
  };
  const { callTypes } = settings;
  if (callTypes.size === 0) return withoutLegs;
  const otherLeg: DialectLeg = {
    name: "any other",
    when: [{ column: CALL_TYPE, notIn: [...callTypes.keys()], exactly: true }],
  };
  return {
    ...withoutLegs,
    legs: [...[...callTypes].map(([code, type]) => legOf(code, type, fields)), otherLeg],
  };
}

function legOf(
  code: string,
  { durationCounts, set }: CheckedDialectCallType,
  fields: DialectFields,
): DialectLeg {
  const { duration, events } = fields;
  const isEvents = durationCounts === "events" && duration !== undefined;
  return {
    name: `${CALL_TYPE} ${code}`,
    when: [{ column: CALL_TYPE, in: [code], exactly: true }],
    ...(isEvents && {
      fields: { duration: null, events: { column: [columnOf(events), columnOf(duration)].flat() } },
    }),
    set: Object.fromEntries([...set].filter(([, value]) => value !== "")),
  };
}

function columnOf(value: DialectFields["events"]): string | readonly string[] {
  return typeof value === "object" && value !== null && "column" in value ? value.column : [];
}

function fieldsOf(settings: UkCdrSettings): DialectFields {
  const columnOfField = new Map<ReadableField, string>();
  const fields: Fields = {};
  for (const [column, names] of settings.fields) {
    // A code that has no value in any of its fields is carried along.
    const isCarried = names.every(
      (field) => field === "tariffTime" || codesOf(field, settings) !== undefined,
    );
    for (const field of names) {
      columnOfField.set(field, column);
      const is = stepsOf(field, settings);
      const carry = isCarried && is.length > 0 && { carry: true };
      fields[field] = { column, ...(is.length > 0 && { is }), ...carry };
    }
  }
  addStart(fields, settings);
  addBytes(fields, columnOfField.get("bytes"));
  if (settings.ngcsCharges === "beside") addCharges(fields);
  // Without codes for periods the column is carried, and the book decides.
  if (settings.timeBands.size === 0) delete fields.tariffTime;
  return fields;
}

function codesOf(
  field: ReadableField,
  { directions, origins, recordings }: UkCdrSettings,
): ReadonlyMap<string, string | boolean> | undefined {
  const codes = {
    callTypeDirectionFlag: directions,
    callTypeOriginationTypeFlag: origins,
    callTypeRecordingFlag: recordings,
  }[field as string];
  return codes === undefined || codes.size === 0 ? undefined : codes;
}

function stepsOf(field: ReadableField, settings: UkCdrSettings): readonly DialectStep[] {
  const { timeBands, unit, dateFormat } = settings;
  if (field === "tariffTime") return [tableOf(timeBands, "blank")];
  const codes = codesOf(field, settings);
  if (codes !== undefined) return [tableOf(codes, "keep")];
  if (field === "startDate") return [{ date: dateFormat }];
  if (field === "startTime") return ["clock"];
  if (!(MONEY_FIELDS as readonly string[]).includes(field)) return [];
  const money: DialectStep = { money: unit === "pounds" ? "major" : "minor" };
  // Carriers fill the parts of a cost with zeros where a call has no such part.
  const isCostPart = field !== "costCDR" && (REPORTED_COSTS as readonly string[]).includes(field);
  return isCostPart ? [money, ZERO_IS_BLANK] : [money];
}

function tableOf(codes: ReadonlyMap<string, string | boolean>, otherwise: "keep" | "blank"): DialectStep {
  return { table: Object.fromEntries(codes), otherwise, exactly: true };
}

type Fields = { -readonly [F in keyof DialectFields]: DialectFields[F] };

/** The start of the charged time: the answer. */
function addStart(fields: Fields, { timeIs, set }: UkCdrSettings): void {
  const { startDate, startTime } = fields;
  if (startDate === undefined || startTime === undefined) return;
  const given = (value: DialectFields["startDate"], field: ReadableField): DialectCell => {
    const constant = set.get(field) ?? "";
    return { ...(value as DialectCell), ...(constant !== "" && { or: [{ constant }] }) };
  };
  fields.start = {
    date: given(startDate, "startDate"),
    clock: given(startTime, "startTime"),
    ...(timeIs === "ring" && { plus: "Ring time" }),
  };
  delete fields.startDate;
  delete fields.startTime;
}

/** Bytes sent and received stand in for a total that is blank or nil. */
function addBytes(fields: Fields, total: string | undefined): void {
  const sum: DialectTextCell = { column: ["Bytes Transmitted", "Bytes Received"], sum: true };
  fields.bytes = total === undefined ? sum : { column: total, is: [ZERO_IS_BLANK], or: [sum, total] };
}

/** R15 requires a total that is the sum of its parts, so charges beside the price are added to the total. */
function addCharges(fields: Fields): void {
  const { costCDR, costCDRBasic, costCDRAccessCharge } = fields;
  const cell = (value: DialectPlainValue | undefined): readonly DialectTextCell[] =>
    value === undefined ? [] : [value as DialectTextCell];
  if (costCDR === undefined) return;
  const parts = [costCDRBasic, costCDRAccessCharge].flatMap((value) => cell(value as DialectPlainValue));
  if (parts.length > 0) fields.costCDR = { ...(costCDR as DialectCell), add: parts };
  if (costCDRBasic !== undefined)
    fields.costCDRBasic = { ...(costCDRBasic as DialectCell), add: cell(costCDR as DialectPlainValue) };
}
