import type { Amount, RoundingMode } from "../money/index.ts";
import { Fault, field } from "./field.ts";
import { oneOf, penceMultiple, quoteValue, readText } from "./fields.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";

/** A rounding preset for the access charge and the surcharges (R12). */
export interface Rounding {
  /** Any name but `none` and `asBasic`, which every book has. */
  readonly name: string;
  /** `nearest` is half away from zero, `up` towards plus and `down` towards minus infinity. */
  readonly mode: RoundingMode;
  /** Pence; 0 rounds nothing. */
  readonly multiple: Amount;
}

/** Presets that every book has (R12). */
export const RESERVED_ROUNDINGS = ["none", "asBasic"] as const;

const presetName = field((value) => {
  const name = readText(value);
  if (name instanceof Fault || !(RESERVED_ROUNDINGS as readonly string[]).includes(name)) return name;
  return new Fault(`${quoteValue(name)} is a preset that every book has; choose another name`);
});

/** The schema of a rounding preset (R2, R12). */
export const roundingSchema = recordSchema(
  { name: presetName, mode: oneOf("up", "down", "nearest"), multiple: penceMultiple },
  { required: ["name", "mode", "multiple"], unknownFields: "error" },
);

/** A checked rounding preset; `multiple` in micro-pence. */
export type CheckedRounding = CheckedBy<typeof roundingSchema>;
