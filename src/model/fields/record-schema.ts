/**
 * A record's schema from a table of its fields: zod checks each field that is present, blanks are skipped (R3), unknown
 * fields are an error with the nearest known name or are carried along (R2), and all faults of a record are reported
 * together.
 *
 * `z.object` is not used for the record itself: it visits every known field of every record. A rate line has 48 known
 * fields, of which the rows of a rate deck use three: with `z.object`, opening 400,000 lines took four times as long.
 */
import * as z from "zod";
import { didYouMean } from "../../names/index.ts";
import { type Blank, isBlank, safely, UNREADABLE } from "./blank.ts";
import {
  composite,
  Fault,
  type FieldReader,
  NestedFaults,
  readComposite,
  readerOf,
  writtenAs,
  writtenOf,
} from "./field.ts";
import { plainWords } from "./plain-words.ts";

export type FieldTable = Readonly<Record<string, z.ZodType>>;

export function fieldsOf<S extends z.ZodType, const N extends string>(
  kind: S,
  ...names: readonly N[]
): Readonly<Record<N, S>> {
  return Object.fromEntries(names.map((name) => [name, kind])) as Record<N, S>;
}

/** A checked record: every field that is not blank, in the form that rating needs. */
export type Checked<F extends FieldTable, Required extends PropertyKey> = {
  readonly [K in keyof F as K extends Required ? K : never]: z.output<F[K]>;
} & {
  readonly [K in keyof F as K extends Required ? never : K]?: z.output<F[K]>;
};

/** A field as a record may write it; a list of records can be missing or null, but not "". */
type Blankable<Written> = Written extends readonly object[] ? Written | null | undefined : Written | Blank;

/** Fields as a record may write them, all optional. */
export type WrittenFields<F extends FieldTable> = { readonly [K in keyof F]?: Blankable<z.input<F[K]>> };

/** A record as written. */
type Written<F extends FieldTable, Required extends PropertyKey> = {
  readonly [K in keyof F as K extends Required ? K : never]: z.input<F[K]>;
} & {
  readonly [K in keyof F as K extends Required ? never : K]?: Blankable<z.input<F[K]>>;
};

/** Fields that a checked record has in one group: `inboundTariff` as `tariffs.inbound`. */
export interface FieldGroup<T extends object, Written = object> {
  /** For the type only, never set: the fields as a record may write them. */
  readonly written?: Written;
  /** By field name: the name within the group, and the field's schema. */
  readonly fields: ReadonlyMap<string, { readonly as: string; readonly schema: z.ZodType }>;
  readonly empty: () => T;
}

/** Groups of fields by their names in a checked record, which always has all groups. */
type FieldGroups = Readonly<Record<string, FieldGroup<object>>>;

type WrittenGroups<G extends FieldGroups> = Both<
  { [K in keyof G]: G[K] extends FieldGroup<object, infer W> ? (group: W) => void : never }[keyof G]
>;
/** The intersection of the parameters of a union of functions. */
type Both<Functions> = [Functions] extends [never]
  ? unknown
  : [Functions] extends [(group: infer W) => void]
    ? W
    : never;

type CheckedGroups<G extends FieldGroups> = { readonly [K in keyof G]: ReturnType<G[K]["empty"]> };

/** A record's schema, with its fields. */
export interface RecordSchema<T, Written = unknown> {
  /** Reads a record into the form that rating needs: the fast path, for hundreds of thousands of records. */
  readonly schema: z.ZodType<T, Written>;
  /** The record as written, made of zod's own schemas: a valid record comes out unchanged. */
  readonly written: z.ZodType<Written>;
  readonly fields: FieldTable;
  /** The fields that a rule reads; the others describe the record. */
  readonly fieldsRead: ReadonlySet<string>;
  /** Whether unknown fields are an error, or carried along for the caller (R2). */
  readonly unknownFields: "error" | "carried";
}

export type CheckedBy<S extends RecordSchema<unknown>> = S extends RecordSchema<infer T> ? T : never;

export type WrittenBy<S> = S extends RecordSchema<infer _T, infer W> ? W : never;

/** A fault that concerns several fields; the message follows the path of `field`. */
export interface RecordFault {
  readonly field: string;
  readonly message: string;
}

interface RecordOptions<
  F extends FieldTable,
  Required extends keyof F,
  Defaulted extends keyof F,
  G extends FieldGroups,
  N extends FieldTable,
> {
  readonly required?: readonly Required[];
  /** Whether unknown fields are carried along; otherwise they are an error. */
  readonly unknownFields?: "carried";
  /** Default values of blank fields, in checked form. */
  readonly defaults?: { readonly [K in Defaulted]: z.output<F[K]> };
  /** Groups of fields. */
  readonly groups?: G;
  /** Known fields that decide nothing here: neither checked nor kept. */
  readonly notRead?: N;
  /** Required fields whose empty text is a value, such as the prefix of an inbound destination. */
  readonly emptyIsValue?: readonly (keyof F)[];
  /**
   * Checks across fields; each fault names its field. A field whose value has a fault is missing from `record`, but
   * `isGiven` returns true for the field.
   */
  readonly check?: (
    record: Partial<Checked<F, Required | Defaulted>>,
    isGiven: (field: string) => boolean,
  ) => Iterable<RecordFault>;
}

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Whether a key may never name a field (R2). */
export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN_KEYS.has(key);
}

/** Whether a value is an object whose own keys are its fields. */
export function isPlainRecord(value: unknown): value is Record<string, unknown> {
  // Array.isArray throws for a revoked Proxy.
  return typeof value === "object" && value !== null && !safely(() => Array.isArray(value), true);
}

/** The target of a field's value: `name`, in `group` if there is one. */
interface FieldTarget {
  readonly schema: z.ZodType;
  readonly read: FieldReader | undefined;
  readonly name: string;
  readonly group: string | undefined;
}

export function recordSchema<
  F extends FieldTable,
  Required extends keyof F & string = never,
  Defaulted extends keyof F & string = never,
  G extends FieldGroups = Record<never, never>,
  N extends FieldTable = Record<never, never>,
>(
  fields: F,
  options: RecordOptions<F, Required, Defaulted, G, N> = {},
): RecordSchema<
  Checked<F, Required | Defaulted> & CheckedGroups<G>,
  Written<F, Required> & WrittenFields<N> & WrittenGroups<G>
> {
  type Result = Checked<F, Required | Defaulted> & CheckedGroups<G>;
  const groups = Object.entries(options.groups ?? {});
  const targets = targetsOf(fields, groups);
  const notRead: ReadonlySet<string> = new Set(Object.keys(options.notRead ?? {}));
  const schemas = [...targets].map(([key, target]) => [key, target.schema]);
  const allFields: FieldTable = { ...Object.fromEntries(schemas), ...options.notRead };
  const emptyIsValue = new Set<PropertyKey>(options.emptyIsValue);
  const defaults = Object.entries(options.defaults ?? {});

  const { required = [], unknownFields = "error" } = options;
  const isCarried = unknownFields === "carried";
  const unknownField = (key: string): string => {
    if (isForbiddenKey(key)) return FORBIDDEN_FIELD;
    return `${UNKNOWN_FIELD}${didYouMean(key, Object.keys(allFields))}`;
  };

  const schema = composite((input, fault): Result => {
    if (!isPlainRecord(input)) {
      fault([], NO_RECORD);
      return z.NEVER;
    }
    const keys = safely(() => Object.keys(input), undefined);
    if (keys === undefined) {
      fault([], UNREADABLE);
      return z.NEVER;
    }
    const result: Record<string, unknown> = {};
    let faulty: Set<string> | undefined;
    const isGiven = (key: string): boolean => result[key] !== undefined || faulty?.has(key) === true;
    for (const [name, group] of groups) result[name] = group.empty();
    for (const key of keys) {
      const target = targets.get(key);
      if (target === undefined) {
        if (isForbiddenKey(key)) {
          fault([key], FORBIDDEN_FIELD, isCarried);
        } else if (!isCarried && !notRead.has(key)) {
          fault([key], unknownField(key));
        }
        continue;
      }
      const checked = readField(input, key, target, emptyIsValue);
      if (checked === BLANK) continue;
      if (checked instanceof Fault) {
        if (!(checked instanceof NestedFaults)) fault([key], checked.message);
        else for (const issue of checked.issues) fault([key, ...issue.path], issue.message);
        faulty ??= new Set();
        faulty.add(key);
        continue;
      }
      // An empty list is blank.
      if (Array.isArray(checked) && checked.length === 0) continue;
      const parent = target.group === undefined ? result : (result[target.group] as Record<string, unknown>);
      parent[target.name] = checked;
    }
    for (const key of required) {
      if (!isGiven(key)) fault([key], "is required");
    }
    for (const [key, value] of defaults) {
      if (!isGiven(key)) result[key] = value;
    }
    if (options.check !== undefined) {
      const record = result as Partial<Checked<F, Required | Defaulted>>;
      for (const found of options.check(record, isGiven)) fault([found.field], found.message, true);
    }
    return result as Result;
  });
  writtenAs(schema, () => {
    const areRequired = new Set<string>(required);
    const shape: Record<string, z.ZodType> = {};
    for (const [key, target] of targets) {
      const kind = writtenOf(target.schema);
      const isRequired = areRequired.has(key);
      // A discriminated union of zod needs the plain enum.
      if (isRequired && kind instanceof z.ZodEnum) shape[key] = kind;
      else shape[key] = withoutBlanks(isRequired ? kind : kind.optional(), emptyIsValue.has(key));
    }
    for (const key of notRead) shape[key] = withoutBlanks(z.unknown().optional());
    const refusedValue = z
      .unknown()
      .refine((_value) => false, { error: ({ path }) => unknownField(String(path?.at(-1))) });
    return z
      .object(shape, { error: NO_RECORD })
      .catchall(isCarried ? z.unknown() : refusedValue.meta({ not: {} }))
      .check(acrossOnly(schema));
  });
  return {
    schema: schema as unknown as z.ZodType<
      Result,
      Written<F, Required> & WrittenFields<N> & WrittenGroups<G>
    >,
    get written() {
      return writtenOf(schema) as z.ZodType<Written<F, Required> & WrittenFields<N> & WrittenGroups<G>>;
    },
    fields: allFields,
    fieldsRead: new Set(targets.keys()),
    unknownFields,
  };
}

/** The schema of a field that treats blank values as missing (R3). */
export function withoutBlanks(schema: z.ZodType, isEmptyValue = false): z.ZodType {
  return z.preprocess(
    (value) => (isBlank(value) && !(value === "" && isEmptyValue) ? undefined : value),
    schema,
  );
}

/** The message for a value that is not a record. */
export const NO_RECORD = "is not a record; write an object with named fields";
/** The fault of an unknown field that is like no known one. */
export const UNKNOWN_FIELD = "is not a known field";

const FORBIDDEN_FIELD = "is not allowed as a field name";

/** A check with the faults of reading that are not of one field by itself. */
function acrossOnly<T>(schema: z.ZodType): z.core.$ZodCheck<T> {
  return z.superRefine<T>(
    (value, context) => {
      for (const issue of schema.safeParse(value).error?.issues ?? []) {
        if (issue.code !== "custom" || issue.params?.isAcross !== true) continue;
        context.addIssue({ code: "custom", path: issue.path, message: issue.message });
      }
    },
    { when: () => true },
  );
}

/** The result of reading a blank or missing field (R3). */
const BLANK = Symbol("blank");

/** A field in the form that rating needs, BLANK, or a Fault. */
function readField(
  input: Readonly<Record<string, unknown>>,
  key: string,
  { read, schema }: FieldTarget,
  emptyIsValue: ReadonlySet<PropertyKey>,
): unknown {
  try {
    const value = input[key];
    if (value === undefined || value === null || (value === "" && !emptyIsValue.has(key))) return BLANK;
    return read === undefined ? readBySchema(schema, value) : read(value);
  } catch {
    return new Fault(UNREADABLE);
  }
}

function readBySchema(schema: z.ZodType, value: unknown): unknown {
  const checked = schema.safeParse(value, { error: plainWords });
  if (checked.success) return checked.data;
  const issueOf = ({ path, message }: z.core.$ZodIssue) =>
    ({ code: "custom", path, message, params: { isAcross: false } }) as const;
  return new NestedFaults(checked.error.issues.map(issueOf));
}

function targetsOf(
  fields: FieldTable,
  groups: readonly [string, FieldGroup<object>][],
): Map<string, FieldTarget> {
  const targets = new Map<string, FieldTarget>();
  const put = (key: string, schema: z.ZodType, name: string, group: string | undefined): void => {
    targets.set(key, { schema, read: readerOf(schema), name, group });
  };
  for (const [name, schema] of Object.entries(fields)) put(name, schema, name, undefined);
  for (const [group, { fields: grouped }] of groups) {
    for (const [key, { as, schema }] of grouped) put(key, schema, as, group);
  }
  return targets;
}

interface ListOptions<T> {
  /** The name of the records in messages; default "lines". */
  readonly of?: string;
  /** Most records allowed. */
  readonly most?: number;
  readonly follows?: (record: T, before: T) => RecordFault | undefined;
}

/** A list of records within a record, such as a tariff's lines; faults carry the record's index. */
export function listOf<T, Written>(
  records: RecordSchema<T, Written>,
  options: ListOptions<T> = {},
): z.ZodType<readonly T[], readonly Written[]> {
  const { of = "lines", most = Number.POSITIVE_INFINITY, follows } = options;
  const schema = composite((value, fault): readonly T[] => {
    if (!Array.isArray(value)) {
      fault([], `is not a list of ${of}`);
      return z.NEVER;
    }
    if (value.length > most) {
      fault([], `has ${value.length} ${of}; at most ${most} are read`, true);
      return z.NEVER;
    }
    const result: T[] = [];
    let before: T | undefined;
    for (let index = 0; index < value.length; index++) {
      const checked = readComposite(records.schema, value[index]);
      if (checked instanceof NestedFaults) {
        for (const issue of checked.issues) fault([index, ...issue.path], issue.message);
        continue;
      }
      const misplaced = before === undefined ? undefined : follows?.(checked, before);
      if (misplaced !== undefined) fault([index, misplaced.field], misplaced.message, true);
      before = checked;
      result.push(checked);
    }
    return result;
  });
  writtenAs(schema, () => writtenList(records, of).check(acrossOnly(schema)));
  return schema as unknown as z.ZodType<readonly T[], readonly Written[]>;
}

export function writtenList(records: RecordSchema<unknown>, of: string): z.ZodType {
  return z.array(records.written, {
    error: ({ input }) => (isBlank(input) ? "is required" : `is not a list of ${of}`),
  });
}

/** Reports a span of days that ends before it begins; blank ends are open. */
export function* checkSpan(
  record: object,
  startField: string,
  endField: string,
): Generator<RecordFault, void, undefined> {
  const days = record as Readonly<Record<string, unknown>>;
  const start = days[startField];
  const end = days[endField];
  if (typeof start === "number" && typeof end === "number" && start > end) {
    yield { field: endField, message: `is before ${startField}` };
  }
}
