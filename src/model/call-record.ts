import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import type { FlagValue, Id, TextValue } from "./id.ts";

/**
 * One call as a carrier's file or a database row tells it. Every field is optional here because what a call
 * needs depends on the book; what is missing is `malformed-record`, field by field (R22, R23). Costs are
 * pence. Any further column may be there and is carried along.
 *
 * Calls are checked by hand while they are rated, not by a schema.
 */
export interface CallRecord {
  readonly id?: Optional<Id>;

  /** The billed number as reported, or the id of the number it is (R21). */
  readonly target?: Optional<TextValue>;
  readonly numberID?: Optional<Id>;
  /** The other party's number (R22). */
  readonly external?: Optional<TextValue>;
  /** A name of the book's `callDirections`; any other is outbound. */
  readonly callTypeDirectionFlag?: Optional<TextValue>;

  /** Local `YYYY-MM-DD`, or a timestamp where `startTime` is blank (R23). */
  readonly startDate?: Optional<string>;
  /** `HH:mm:ss` with or without an offset, or a whole timestamp (R23). */
  readonly startTime?: Optional<string>;
  /** Seconds, at most 3 decimal places. */
  readonly duration?: Optional<Amount>;
  readonly bytes?: Optional<Amount>;
  readonly events?: Optional<Amount>;

  readonly carrier?: Optional<TextValue>;
  /** Comes before `carrier` where both are given (R22). */
  readonly callCarrier?: Optional<TextValue>;
  readonly chargeBand?: Optional<TextValue>;
  /** Call type as the carrier reports it; stands in for a blank `chargeBand` (R22). */
  readonly tariffTypeCarrier?: Optional<TextValue>;
  /** Call type and rating period where they are known already (R22, R23). */
  readonly tariffType?: Optional<string>;
  readonly tariffTime?: Optional<string>;
  /** `mobile`, `payphone` or a name of the book's `callOrigins` brings that surcharge (R11). */
  readonly callTypeOriginationTypeFlag?: Optional<TextValue>;
  /** A flag or a name of the book's `callRecordings`: brings the call recording surcharge (R11). */
  readonly callTypeRecordingFlag?: Optional<FlagValue>;
  readonly location?: Optional<TextValue>;

  /** Wholesale cost as the carrier reports it, and its components (R15). */
  readonly costCDR?: Optional<Amount>;
  readonly costCDRBasic?: Optional<Amount>;
  readonly costCDRAccessCharge?: Optional<Amount>;
  readonly costCDRSurchargeMobileOrigination?: Optional<Amount>;
  readonly costCDRSurchargePayphoneOrigination?: Optional<Amount>;
  readonly costCDRSurchargeCallRecording?: Optional<Amount>;
  readonly costSuggestedRetail?: Optional<Amount>;

  /** Written by rating (R30): retail before discounts, after discounts, and wholesale as calculated. */
  readonly tariffTypeUsed?: Optional<string>;
  readonly costBase?: Optional<Amount>;
  readonly costBaseBasic?: Optional<Amount>;
  readonly costBaseAccessCharge?: Optional<Amount>;
  readonly costBaseSurchargeMobileOrigination?: Optional<Amount>;
  readonly costBaseSurchargePayphoneOrigination?: Optional<Amount>;
  readonly costBaseSurchargeCallRecording?: Optional<Amount>;
  readonly cost?: Optional<Amount>;
  readonly costBasic?: Optional<Amount>;
  readonly costAccessCharge?: Optional<Amount>;
  readonly costSurchargeMobileOrigination?: Optional<Amount>;
  readonly costSurchargePayphoneOrigination?: Optional<Amount>;
  readonly costSurchargeCallRecording?: Optional<Amount>;
  readonly costCarrier?: Optional<Amount>;
  readonly costCarrierBasic?: Optional<Amount>;
  readonly costCarrierAccessCharge?: Optional<Amount>;
  readonly costCarrierSurchargeMobileOrigination?: Optional<Amount>;
  readonly costCarrierSurchargePayphoneOrigination?: Optional<Amount>;
  readonly costCarrierSurchargeCallRecording?: Optional<Amount>;

  /**
   * Where it came from and what it belongs to. A `carrierCallID` read before from the same carrier, in the same direction
   * and alike in whether there is an `aLegID`, is `duplicate-call` (R30).
   */
  readonly carrierCallID?: Optional<TextValue>;
  readonly CDRFileID?: Optional<Id>;
  readonly lineNumber?: Optional<Amount>;
  readonly aLegID?: Optional<Id>;
  readonly callGroup?: Optional<TextValue>;
  readonly extension?: Optional<TextValue>;
  readonly terminationNumber?: Optional<TextValue>;
  readonly locationCarrier?: Optional<TextValue>;
  readonly locationFull?: Optional<string>;
  readonly terminationLocation?: Optional<string>;
  readonly terminationLocationFull?: Optional<string>;
  /** Seconds until it was answered. */
  readonly answerTime?: Optional<Amount>;
}
