/** Settings for the files of a carrier: a preset by its name, or a JSON file on top of a preset. */
import { basename } from "node:path";
import * as z from "zod";
import {
  composite,
  didYouMean,
  Fault,
  field,
  isBlank,
  isPlainRecord,
  nearestName,
  quoteValue,
  UNKNOWN_FIELD,
  writtenAs,
  writtenOf,
} from "../model/index.ts";
import { FileError } from "./file-error.ts";
import { requireKind } from "./json.ts";
import { readJsonFile } from "./open-input.ts";

/** A kind of settings: its name in messages, and its presets. */
export interface PresetKind<T extends object> {
  readonly what: "dialect" | "mapping";
  readonly presets: ReadonlyMap<string, T>;
  /** The preset that all settings extend; undefined where settings may stand alone. */
  readonly base: string | undefined;
  /** Fields that are tables: merged with the preset's entry by entry. */
  readonly tables: readonly string[];
  /** Whether null removes the value of a preset; otherwise null is blank. */
  readonly nullTakesAway?: boolean;
}

/** The suggestion for a misspelt name of a preset. */
function suggestion({ presets }: PresetKind<object>, name: string): string {
  const known = [...presets.keys()];
  const nearest = nearestName(name, known);
  const list = `presets are ${known.join(", ")}`;
  return nearest === undefined ? `the ${list}` : `did you mean ${nearest}? The ${list}`;
}

/** Settings on top of their preset, checked; throws a FileError that lists all their faults. */
export function checkedSettings<T extends object, Checked>(
  kind: PresetKind<T>,
  settings: T | string,
  name: string,
  schema: z.ZodType<Checked>,
): Checked {
  const given: unknown = typeof settings === "string" ? kind.presets.get(settings) : settings;
  if (typeof settings === "string" && given === undefined)
    throw new FileError(settings, `is not a ${kind.what}; ${suggestion(kind, settings)}`);
  if (!isPlainRecord(given))
    throw new FileError(name, `is not a ${kind.what}; write an object with named fields`);
  const checked = schema.safeParse(completed(kind, given, name));
  if (checked.success) return checked.data;
  const { issues } = checked.error;
  const unknown = issues.flatMap(({ path, message }) =>
    message === UNKNOWN_FIELD && path.length === 1 ? path : [],
  );
  requireKind(name, `a ${kind.what}`, { fields: Object.keys(given).length, unknown });
  const faults = issues.map((issue) => `${pathText(issue.path)} ${issue.message}`);
  throw faulty(name, faults);
}

/** Settings on top of their preset, unchecked. */
export function completed(
  kind: PresetKind<object>,
  given: Readonly<Record<string, unknown>>,
  name: string,
): object {
  // Without a prototype a key __proto__ is an unknown field like any other, and is reported as such.
  const whole: Record<string, unknown> = Object.create(null);
  for (const layer of layersOf(kind, given, name)) {
    for (const [key, value] of Object.entries(layer)) {
      if (value === null && kind.nullTakesAway) delete whole[key];
      if (isBlank(value)) continue;
      const under = whole[key];
      whole[key] =
        kind.tables.includes(key) && isPlainRecord(under) && isPlainRecord(value)
          ? Object.fromEntries([...Object.entries(under), ...Object.entries(value)])
          : value;
    }
  }
  return whole;
}

/** Settings and the presets that they extend, the lowest first. */
function layersOf(
  kind: PresetKind<object>,
  given: Readonly<Record<string, unknown>>,
  name: string,
): readonly object[] {
  const layers: object[] = [given];
  let layer: { readonly basedOn?: unknown } = given;
  for (;;) {
    const basedOn: unknown = isBlank(layer.basedOn) ? kind.base : layer.basedOn;
    if (basedOn === undefined) return layers;
    const preset = typeof basedOn === "string" ? kind.presets.get(basedOn) : undefined;
    if (preset === undefined) {
      // An object need not have a text: JSON may give the object a `toString` that is no function.
      const meant = suggestion(kind, typeof basedOn === "string" ? basedOn : "");
      throw faulty(name, [`basedOn ${JSON.stringify(basedOn)} is not a preset; ${meant}`]);
    }
    if (layers.includes(preset)) return layers;
    layers.unshift(preset);
    layer = preset;
  }
}

/** The known name that is nearest to a value as a question; `otherwise` where none is near. */
export function hintFor(value: unknown, known: Iterable<string>, otherwise: string): string {
  const nearest = typeof value === "string" ? nearestName(value, known) : undefined;
  return nearest === undefined ? otherwise : `did you mean ${nearest}?`;
}

/** The suggestion for a misspelt name: `; did you mean "Prefix"?`, or nothing. */
export function meantText(name: string, known: Iterable<string>): string {
  return didYouMean(name, known, "", quoteValue);
}

export function faulty(name: string, faults: readonly string[]): FileError {
  if (faults.length === 1) return new FileError(name, faults[0] ?? "");
  const lines = faults.map((fault) => `  ${fault}`).join("\n");
  return new FileError(name, `has ${faults.length} problems:\n${lines}`);
}

/** A preset, else the settings in a JSON file, opened once as a check. Throws a FileError that lists all faults. */
export async function readSettings<T extends object>(
  kind: PresetKind<T>,
  nameOrPath: string,
  open: (settings: T, name: string) => unknown,
): Promise<T> {
  const preset = kind.presets.get(nameOrPath);
  if (preset !== undefined) return preset;
  const settings = (await readJsonFile(nameOrPath, `a ${kind.what}`).catch((error: unknown) => {
    // A bare word was meant as the name of a preset.
    if (!(error instanceof FileError) || error.line !== undefined || /[/\\.]/.test(nameOrPath)) throw error;
    const reason = `is neither a preset nor a file that can be read; ${suggestion(kind, nameOrPath)}`;
    throw new FileError(nameOrPath, reason);
  })) as T;
  open(settings, basename(nameOrPath));
  return settings;
}

/** A path within settings as text: `columns[3]`, `callTypes.S.set`, `fields["Call Cause"]`. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else if (!/^\w+$/.test(String(part))) text += `[${JSON.stringify(String(part))}]`;
    else text += text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}

/** A table as a map, checked entry by entry: every key counts, `__proto__` included. */
export function tableOf<T, Written = unknown>(
  entry: z.ZodType<T> | ((value: unknown, key: string) => T | Fault),
  what = 'table; write { "name": … }',
  written: () => z.ZodType = () =>
    z.record(z.string(), typeof entry === "function" ? z.unknown() : writtenOf(entry)),
): z.ZodType<ReadonlyMap<string, T>, Written> {
  const schema = composite((value, fault): ReadonlyMap<string, T> => {
    const table = new Map<string, T>();
    if (!isPlainRecord(value)) {
      fault([], `${quoteValue(value)} is not a ${what}`);
      return z.NEVER;
    }
    for (const [key, written] of Object.entries(value)) {
      if (typeof entry === "function") {
        const read = entry(written, key);
        if (read instanceof Fault) fault([key], read.message);
        else table.set(key, read);
      } else {
        const checked = entry.safeParse(written);
        if (checked.success) table.set(key, checked.data);
        else for (const { path, message } of checked.error.issues) fault([key, ...path], message);
      }
    }
    return table;
  });
  writtenAs(schema, written);
  return schema as unknown as z.ZodType<ReadonlyMap<string, T>, Written>;
}

/** A name of a column in settings, or the Fault of another value. */
export function readColumnName(value: unknown): string | Fault {
  if (typeof value === "string" && value.trim() !== "") return value;
  return new Fault(`${quoteValue(value)} is not the name of a column`);
}

type Delimiter = "," | ";" | "|" | "\t";

export const delimiter: z.ZodType<Delimiter, Delimiter> = field((value) => {
  if (value === "," || value === ";" || value === "|" || value === "\t") return value;
  return new Fault(`${quoteValue(value)} is not a delimiter; write one of , ; | and \\t`);
});
