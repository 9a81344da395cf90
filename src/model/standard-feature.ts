import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { classTariffs } from "./class-values.ts";
import { type FeatureTemplateFields, featureTemplateFields } from "./feature-template.ts";
import { id, percent, pounds, text } from "./fields.ts";
import type { Id } from "./id.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";

/**
 * A standard feature: what the features linked to it have where they have nothing of their own (R20).
 * Columns that are not named here are carried along.
 */
export interface StandardFeature extends FeatureTemplateFields {
  readonly id: Id;
  readonly name: string;
  /** `Historic` retires it. */
  readonly availability?: Optional<string>;

  /** Tracking of increases (R54 … R57); `increaseAmount` is pounds. */
  readonly increaseOriginalID?: Optional<Id>;
  readonly increasePercent?: Optional<Amount>;
  readonly increaseAmount?: Optional<Amount>;
  readonly increaseScope?: Optional<string>;
}

/** The schema of a standard feature (R2). */
export const standardFeatureSchema = recordSchema(
  {
    id,
    name: text,
    availability: text,
    increaseOriginalID: id,
    increasePercent: percent,
    increaseAmount: pounds,
    increaseScope: text,
    ...featureTemplateFields,
  },
  { required: ["id", "name"], groups: { tariffs: classTariffs }, unknownFields: "carried" },
);

/** A checked standard feature: Currency fields in micro-pounds, counts and multipliers in millionths. */
export type CheckedStandardFeature = CheckedBy<typeof standardFeatureSchema>;
