import { Fault, field } from "./field.ts";
import { oneOf, penceMultiple, quoteValue, readText, textOrNumber } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";

/** Presets that every book has (R12). */
export const RESERVED_ROUNDINGS = ["none", "asBasic"] as const;

const presetName = field<string, string>((value) => {
  const name = readText(value);
  if (name instanceof Fault || !(RESERVED_ROUNDINGS as readonly string[]).includes(name)) return name;
  return new Fault(`${quoteValue(name)} is a preset that every book has; choose another name`);
}, textOrNumber);

/** The schema of a rounding preset (R2, R12). */
export const roundingSchema = recordSchema(
  {
    /** Any name but `none` and `asBasic`, which every book has. */
    name: presetName,
    /** `nearest` is half away from zero, `up` towards plus and `down` towards minus infinity. */
    mode: oneOf("up", "down", "nearest"),
    /** Pence; 0 rounds nothing. */
    multiple: penceMultiple,
  },
  { required: ["name", "mode", "multiple"], unknownFields: "error" },
);

/** A rounding preset for the access charge and the surcharges (R12). */
export interface Rounding extends WrittenBy<typeof roundingSchema> {}

/** A checked rounding preset; `multiple` in micro-pence. */
export type CheckedRounding = CheckedBy<typeof roundingSchema>;
