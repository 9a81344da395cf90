import { isBlank, isPlainRecord, nearestName } from "../../model/index.ts";
import { FileError } from "../file-error.ts";
import { pathText } from "../uk-cdr/index.ts";
import { mappingFaults } from "./mapping-faults.ts";
import { MAPPING_PRESETS } from "./mapping-presets.ts";
import { type CheckedMapping, type CheckedVariant, mappingSchema } from "./mapping-schema.ts";
import type { OpenedMapping, Shape } from "./opened-mapping.ts";
import type { SheetMapping } from "./sheet-mapping.ts";

/** Completes a mapping with its preset and checks it; throws a FileError that lists all that is wrong with it. */
export function openMapping(mapping: SheetMapping | string, name = "mapping"): OpenedMapping {
  const given = typeof mapping === "string" ? mappingNamed(mapping) : mapping;
  if (!isPlainRecord(given)) throw new FileError(name, "is not a mapping; write an object with named fields");
  const checked = mappingSchema.safeParse(completed(given, name));
  if (!checked.success) {
    throw faulty(
      name,
      checked.error.issues.map((issue) => `${pathText(issue.path)} ${issue.message}`),
    );
  }
  const opened = shaped(checked.data);
  const faults = mappingFaults(opened);
  if (faults.length > 0) throw faulty(name, faults);
  return opened;
}

/** A preset by its name; throws a FileError where there is none. */
export function mappingNamed(name: string): SheetMapping {
  const preset = MAPPING_PRESETS.get(name);
  if (preset !== undefined) return preset;
  throw new FileError(name, `is not a mapping; ${presetSuggestion(name)}`);
}

/** What a misspelt name of a preset may have meant. */
export function presetSuggestion(name: string): string {
  const known = [...MAPPING_PRESETS.keys()];
  const nearest = nearestName(name, known);
  const list = `presets are ${known.join(", ")}`;
  return nearest === undefined ? list : `did you mean ${nearest}? The ${list}`;
}

const MERGED: ReadonlySet<string> = new Set(["columns", "set", "values"]);

/** The mapping on top of its preset. */
function completed(mapping: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const { basedOn } = mapping;
  if (isBlank(basedOn)) return mapping;
  if (typeof basedOn !== "string" || !MAPPING_PRESETS.has(basedOn)) {
    throw faulty(name, [
      `basedOn ${JSON.stringify(basedOn)} is not a preset; ${presetSuggestion(String(basedOn))}`,
    ]);
  }
  const preset = mappingNamed(basedOn) as Readonly<Record<string, unknown>>;
  // Without a prototype a key __proto__ is an unknown field like any other, and is told as one.
  const whole: Record<string, unknown> = Object.assign(Object.create(null), preset);
  for (const key of Object.keys(mapping)) {
    const value = mapping[key];
    if (isBlank(value)) continue;
    const under = whole[key];
    whole[key] =
      MERGED.has(key) && isPlainRecord(under) && isPlainRecord(value)
        ? Object.fromEntries([...Object.entries(under), ...Object.entries(value)])
        : value;
  }
  return whole;
}

function shaped(mapping: CheckedMapping): OpenedMapping {
  const { basedOn: _, columns, set, periods, perSeconds, variants, linesBy, ...rest } = mapping;
  const base: Shape = { columns, set, periods, perSeconds, isNote: false };
  const hasPrefix = [columns, ...variantsOf(mapping).map((variant) => variant.columns)].some(
    (own) => own.prefix !== undefined || own.areaCode !== undefined || own.countryCode !== undefined,
  );
  return {
    ...rest,
    base,
    variants:
      variants === undefined
        ? undefined
        : {
            column: variants.column,
            codes: new Map([...variants.codes].map(([code, variant]) => [code, shapeOf(base, variant)])),
          },
    linesBy: linesBy ?? (hasPrefix ? "prefix" : "callType"),
  };
}

function variantsOf({ variants }: CheckedMapping): readonly CheckedVariant[] {
  return variants === undefined ? [] : [...variants.codes.values()];
}

function shapeOf(base: Shape, variant: CheckedVariant): Shape {
  return {
    columns: { ...base.columns, ...variant.columns },
    set: { ...base.set, ...variant.set },
    periods: variant.periods?.list ?? base.periods,
    perSeconds: variant.perSeconds ?? base.perSeconds,
    isNote: variant.note,
  };
}

function faulty(name: string, faults: readonly string[]): FileError {
  if (faults.length === 1) return new FileError(name, faults[0] ?? "");
  return new FileError(
    name,
    `has ${faults.length} problems:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
  );
}
