/** The files that carry the state of discounts and the states of features from one run to the next. */
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { FeatureState } from "../charges/index.ts";
import type { DiscountState } from "../discounts/index.ts";
import {
  type BookData,
  featureStateSchema,
  id as idSchema,
  isPlainRecord,
  UNKNOWN_FIELD,
} from "../model/index.ts";
import { type Block, BlockCutter } from "./block-cutter.ts";
import { asFileErrors, FileError, ifThere } from "./file-error.ts";
import { parseJson, parseJsonFile } from "./json.ts";
import { byteBudget, openFile, readWholeText } from "./open-input.ts";
import { pathText } from "./preset-files.ts";
import {
  type ByteSource,
  linesOf,
  MAX_BOOK_BYTES,
  MAX_STATE_LINE_BYTES,
  type ReadLine,
  textBytes,
} from "./text.ts";

/**
 * Reads the state that an earlier run left, undefined where there is no such file. Throws a FileError where the file
 * cannot be read; the user of the state checks whether it is a state and fits a book.
 */
export async function readDiscountState(path: string): Promise<DiscountState | undefined> {
  const name = basename(path);
  if ((await asFileErrors(name, () => ifThere(stat(path)))) === undefined) return undefined;
  const text = await readWholeText(path, name, byteBudget(MAX_BOOK_BYTES));
  const value = parseJsonFile(text.toString("utf8"), name, "a state of discounts");
  if (!(isPlainRecord(value) && "pools" in value)) {
    throw new FileError(name, "is not a state of discounts, which tollbook rate --discounts --state writes");
  }
  return value as unknown as DiscountState;
}

export function discountStateText(state: DiscountState): string {
  return `${JSON.stringify(state, undefined, 1)}\n`;
}

/** The states of a file, each with its line; by the feature's id. */
export type FeatureStates = ReadonlyMap<string, { readonly line: number; readonly state: FeatureState }>;

/** The fields of a state, in the order in which they are written. */
const FIELDS = Object.keys(featureStateSchema.fields) as readonly (keyof FeatureState)[];

/**
 * Reads the charges of earlier runs (R60), undefined where there is no such file. Throws a FileError that names the
 * line of a record that is no state of a feature, or repeats a feature: half of a file would charge days again.
 */
export async function readFeatureStates(path: string): Promise<FeatureStates | undefined> {
  const name = basename(path);
  if ((await asFileErrors(name, () => ifThere(stat(path)))) === undefined) return undefined;
  const states = new Map<string, { line: number; state: FeatureState }>();
  const { source } = await openFile(path, name);
  for await (const lines of readLines(source, name)) {
    for (const line of lines) {
      const state = readState(line, name);
      if (state === undefined) continue;
      const earlier = states.get(state.id);
      if (earlier !== undefined) {
        const reason = `feature ${state.id} is in line ${earlier.line}, too; leave one of them`;
        throw new FileError(name, reason, line);
      }
      states.set(state.id, { line: line.line, state });
    }
  }
  return states;
}

/**
 * The lines of a UTF-8 text, a batch for each chunk that arrives. A line that is not UTF-8 is a bad line; so is a line
 * that is too long, which is never held. Throws a FileError where the source fails or is no text at all.
 */
async function* readLines(source: ByteSource, file: string): AsyncGenerator<ReadLine[], void, undefined> {
  const cutter = new BlockCutter({ size: 1, delimiter: undefined, mostLineBytes: MAX_STATE_LINE_BYTES });
  const linesIn = ({ bytes, line }: Block): ReadLine[] => linesOf(bytes, line, MAX_STATE_LINE_BYTES);
  for await (const bytes of textBytes(source, file)) {
    cutter.push(bytes);
    for (let block = cutter.take(); block !== undefined; block = cutter.take()) yield linesIn(block);
  }
  for (let block = cutter.rest(); block !== undefined; block = cutter.rest()) yield linesIn(block);
}

/** The state of a line; undefined for a blank line. */
function readState(line: ReadLine, name: string): FeatureState | undefined {
  if ("reason" in line) throw new FileError(name, line.reason, line);
  if (!/\S/.test(line.text)) return undefined;
  const parsed = parseJson(line.text, line.line);
  if (!("value" in parsed)) throw new FileError(name, `${parsed.reason}; ${EACH_LINE}`, parsed);
  if (!isPlainRecord(parsed.value)) {
    throw new FileError(name, `is not a JSON object; ${EACH_LINE}`, line);
  }
  const checked = featureStateSchema.schema.safeParse(parsed.value);
  if (checked.success) return { ...(parsed.value as object), id: checked.data.id };
  const [issue] = checked.error.issues;
  const hint = issue?.message === UNKNOWN_FIELD ? `; ${EACH_LINE}` : "";
  throw new FileError(name, `${pathText(issue?.path ?? [])} ${issue?.message}${hint}`, line);
}

const EACH_LINE = "each line holds what was charged of one feature, as charges --features writes it";

/**
 * The book's records with the states merged into its features. Throws a FileError where a state is of a feature that
 * the book does not have: its charges would be forgotten.
 */
export function withFeatureStates(data: BookData, states: FeatureStates, path: string): BookData {
  if (states.size === 0) return data;
  const missing = new Set(states.keys());
  const features = listOf(data).map((feature) => {
    const id = idOf(feature);
    const found = id === undefined ? undefined : states.get(id);
    if (id === undefined || found === undefined) return feature;
    missing.delete(id);
    return { ...feature, ...found.state };
  });
  const [first] = missing;
  if (first === undefined) return { ...data, features };
  const more = missing.size === 1 ? "" : `, nor ${missing.size - 1} more of the file`;
  const reason = `the book has no feature ${first}${more}; give the book to which the file belongs`;
  throw new FileError(basename(path), reason, { line: states.get(first)?.line });
}

/**
 * The lines of a file of states: the states of earlier runs with the changes since, in the order of the book's
 * features, so that one run and two adjoining runs leave the same bytes.
 */
export function* featureStateLines(
  data: BookData,
  earlier: FeatureStates | undefined,
  changed: readonly FeatureState[],
): Generator<string, void, undefined> {
  const changes = new Map(changed.map((state) => [state.id, state]));
  for (const feature of listOf(data)) {
    const id = idOf(feature);
    if (id === undefined) continue;
    const state: Partial<FeatureState> = { ...earlier?.get(id)?.state, ...changes.get(id) };
    if (state.id === undefined) continue;
    const fields = FIELDS.filter((field) => state[field] !== undefined);
    yield `${JSON.stringify(Object.fromEntries(fields.map((field) => [field, state[field]])))}\n`;
  }
}

type AnyFeature = NonNullable<BookData["features"]>[number];

/** The features, unchecked; their faults are reported when the book is opened. */
function listOf({ features }: BookData): readonly AnyFeature[] {
  return Array.isArray(features) ? features : [];
}

function idOf(feature: AnyFeature): string | undefined {
  if (!isPlainRecord(feature)) return undefined;
  const read = idSchema.safeParse(feature.id);
  return read.success ? read.data : undefined;
}
