/** Why a feature, or the rest of it, cannot be charged. */
import type { FeatureError } from "./charged.ts";

/** A code of the table of errors, the sentence, and the field to set right. */
export class ChargeFault {
  readonly error: FeatureError["error"];
  readonly message: string;
  readonly field: string;

  constructor(error: FeatureError["error"], message: string, field: string) {
    this.error = error;
    this.message = message;
    this.field = field;
  }
}
