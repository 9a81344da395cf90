/** The records of a feature's charges, as charges write them: the base of corrections (R66, R67, R69). */
import * as z from "zod";
import {
  type CheckedBy,
  checkSpan,
  composite,
  date,
  exactDecimal,
  exactQuantity,
  flag,
  isBlank,
  isPlainRecord,
  listOf,
  NestedFaults,
  NO_RECORD,
  oneOf,
  quoteValue,
  type RecordFault,
  type RecordSchema,
  readComposite,
  recordSchema,
  safely,
  type WrittenBy,
} from "../fields/index.ts";

/** One record of a feature's `chargesMade`. */
export type ChargeMade = OneOffMade | RecurringMade;

const oneOffSchema = recordSchema(
  {
    source: oneOf("oneOff"),
    /** The day of the charge, `YYYY-MM-DD`. */
    startDate: date,
    /** Pounds; at most 40 decimal places, as all amounts and counts here. */
    value: exactDecimal,
  },
  { required: ["source", "startDate", "value"] },
);

/** The one-off charge of a feature, once made (R66). */
export interface OneOffMade extends WrittenBy<typeof oneOffSchema> {}

const partSchema = recordSchema(
  {
    /** First and last day, `YYYY-MM-DD`. */
    startDate: date,
    endDate: date,
    /** The feature's count, and the count that was billed (R63). */
    count: exactQuantity,
    billed: exactQuantity,
    /** Pounds, of one for a whole period. */
    price: exactDecimal,
    /** Pounds, of all for a whole period, after the discount scheme (R74). */
    net: exactDecimal,
    /** Pounds, wholesale, of one for a whole period; null where there is none, or not by days. */
    carrier: exactDecimal,
  },
  {
    required: ["startDate", "endDate", "count", "billed", "price", "net"],
    check: (record) => checkSpan(record, "startDate", "endDate"),
  },
);

/** Days of a period that were charged alike. */
export interface ChargedDays extends WrittenBy<typeof partSchema> {}

const RECURRING_FIELDS = {
  source: oneOf("recurring"),
  /** First and last day of the whole period, `YYYY-MM-DD`, even if only some of its days were charged. */
  periodStart: date,
  periodEnd: date,
  /** Whether the period was charged by a `fixed` line, regardless of days (R72). */
  fixed: flag,
  /** Pounds, charged so far with all corrections. */
  value: exactDecimal,
  /** Pounds, wholesale; null where not known. */
  valueCarrier: exactDecimal,
  /** Runs of equal days, ascending. */
  parts: listOf(partSchema, {
    of: "runs of days",
    follows: (part, before) =>
      part.startDate > before.endDate
        ? undefined
        : { field: "startDate", message: "is not after the endDate of the run before" },
  }),
};

const REQUIRED_OF_PERIOD = ["source", "periodStart", "periodEnd", "fixed", "value"] as const;

const recurringSchema = recordSchema(RECURRING_FIELDS, {
  required: REQUIRED_OF_PERIOD,
  // A correction may leave a period without days; `parts` is still required (`chargeMadeSchema`).
  defaults: { parts: [] },
  check: checkPeriod,
});

/** A record as written: `parts` is required, but may be empty. */
const writtenRecurringSchema = recordSchema(RECURRING_FIELDS, {
  required: [...REQUIRED_OF_PERIOD, "parts"],
  check: checkPeriod,
});

/** The charge of one whole period, or of some days of it (R67). */
export interface RecurringMade extends WrittenBy<typeof recurringSchema> {
  /** Runs of equal days, ascending. */
  readonly parts: readonly ChargedDays[];
}

function* checkPeriod(record: {
  periodStart?: number;
  periodEnd?: number;
  parts?: readonly { startDate: number; endDate: number }[];
}): Generator<RecordFault> {
  yield* checkSpan(record, "periodStart", "periodEnd");
  const { periodStart, periodEnd, parts = [] } = record;
  const first = parts[0];
  const last = parts[parts.length - 1];
  if (first === undefined || last === undefined) return;
  if (periodStart !== undefined && first.startDate < periodStart) {
    yield { field: "parts", message: "begin before periodStart" };
  }
  if (periodEnd !== undefined && last.endDate > periodEnd) {
    yield { field: "parts", message: "end after periodEnd" };
  }
}

/** A checked record of a one-off charge: its day as a day number, its value exact. */
type CheckedOneOffMade = CheckedBy<typeof oneOffSchema>;
/** A checked record of a period: days as day numbers, amounts and counts exact. */
export type CheckedRecurringMade = CheckedBy<typeof recurringSchema>;
export type CheckedChargedDays = CheckedBy<typeof partSchema>;
/** A checked record of `chargesMade`. */
export type CheckedChargeMade = CheckedOneOffMade | CheckedRecurringMade;

const chargeMade = composite((input, fault): CheckedChargeMade => {
  const given = (name: string): unknown =>
    isPlainRecord(input) ? safely(() => input[name], undefined) : undefined;
  const source = given("source");
  if (isPlainRecord(input) && source !== "oneOff" && source !== "recurring") {
    fault(["source"], sourceFault(source));
    return z.NEVER;
  }
  const checked = readComposite<CheckedChargeMade>(
    (source === "oneOff" ? oneOffSchema : recurringSchema).schema,
    input,
  );
  if (checked instanceof NestedFaults) for (const { path, message } of checked.issues) fault(path, message);
  if (source === "recurring" && isBlank(given("parts"))) fault(["parts"], "is required");
  return checked instanceof NestedFaults ? z.NEVER : checked;
});

function sourceFault(source: unknown): string {
  return isBlank(source) ? "is required" : `${quoteValue(source)} is not one of oneOff, recurring`;
}

/** The schema of a record of `chargesMade` (R2): `source` decides its fields. */
export const chargeMadeSchema: RecordSchema<CheckedChargeMade, ChargeMade> = {
  schema: chargeMade as unknown as z.ZodType<CheckedChargeMade, ChargeMade>,
  get written() {
    const kinds = [oneOffSchema.written, writtenRecurringSchema.written] as unknown as [
      z.ZodObject,
      z.ZodObject,
    ];
    return z.discriminatedUnion("source", kinds, {
      error: ({ input }) => (isPlainRecord(input) ? sourceFault(input.source) : NO_RECORD),
    }) as unknown as z.ZodType<ChargeMade>;
  },
  fields: { ...oneOffSchema.fields, ...recurringSchema.fields },
  fieldsRead: new Set([...oneOffSchema.fieldsRead, ...recurringSchema.fieldsRead]),
  unknownFields: "error",
};
