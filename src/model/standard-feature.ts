import { classTariffs } from "./class-values.ts";
import { featureTemplateFields } from "./feature-template.ts";
import { id, percent, pounds, text } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of a standard feature (R2). */
export const standardFeatureSchema = recordSchema(
  {
    id,
    name: text,
    /** `Historic` retires it. */
    availability: text,
    /** Tracking of increases (R54 … R57); `increaseAmount` is pounds. */
    increaseOriginalID: id,
    increasePercent: percent,
    increaseAmount: pounds,
    increaseScope: text,
    ...featureTemplateFields,
  },
  { required: ["id", "name"], groups: { tariffs: classTariffs }, unknownFields: "carried" },
);

/**
 * A standard feature: what the features linked to it have where they have nothing of their own (R20).
 * Columns that are not named here are carried along.
 */
export interface StandardFeature extends WrittenBy<typeof standardFeatureSchema> {}

/** A checked standard feature: Currency fields in micro-pounds, counts and multipliers in millionths. */
export type CheckedStandardFeature = CheckedBy<typeof standardFeatureSchema>;
