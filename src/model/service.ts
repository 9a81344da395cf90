import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { status, updatedDate } from "./dropped.ts";
import { date, id, text } from "./fields.ts";
import type { Id, NameList, TextValue } from "./id.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";
import { orUnreadable } from "./unreadable.ts";
import { words } from "./words.ts";

/**
 * A service: something beside numbers to which features belong. It takes no part in rating a call.
 * Columns that are not named here are carried along.
 */
export interface Service {
  readonly id: Id;
  readonly customerID?: Optional<Id>;
  readonly serviceName?: Optional<string>;
  readonly description?: Optional<string>;
  readonly site?: Optional<string>;
  readonly serviceType?: Optional<string>;
  readonly provider?: Optional<string>;
  /** Default of the features that belong to it. */
  readonly fixedFeeTariff?: Optional<string>;
  readonly annualIncreaseProfile?: Optional<string>;
  /** `YYYY-MM-DD`. */
  readonly annualIncreaseReferenceDate?: Optional<string>;

  readonly campaign?: Optional<string>;
  readonly internalUse?: Optional<string>;
  readonly CRMReference?: Optional<TextValue>;
  readonly postcode?: Optional<string>;
  readonly providerReference?: Optional<TextValue>;
  readonly providerServiceType?: Optional<string>;
  readonly providerSubAccount?: Optional<TextValue>;
  /** One of the book's `droppedStatuses`: dropped on `updatedDate`, its last day (R20). */
  readonly status?: Optional<TextValue | readonly string[]>;
  readonly statusReason?: Optional<string>;
  readonly statusChangedStamp?: Optional<string>;
  readonly soldBy?: Optional<string>;
  readonly soldDate?: Optional<string>;
  readonly saleType?: Optional<string>;
  readonly customerProducts?: Optional<NameList>;
  readonly provisionStatus?: Optional<Amount>;
  /** `YYYY-MM-DD`: last dropped or reinstated. */
  readonly updatedDate?: Optional<string>;
  readonly cancellationNoticeGivenDate?: Optional<string>;
  readonly enteredDate?: Optional<string>;
  readonly contractEndDate?: Optional<string>;
}

/** The schema of a service (R2). */
export const serviceSchema = recordSchema(
  {
    id,
    customerID: id,
    serviceName: text,
    description: text,
    site: text,
    serviceType: text,
    provider: text,
    fixedFeeTariff: text,
    annualIncreaseProfile: text,
    annualIncreaseReferenceDate: date,
    status,
    updatedDate,
    cancellationNoticeGivenDate: orUnreadable(date),
    campaign: orUnreadable(text),
  },
  {
    required: ["id"],
    unknownFields: "carried",
    notRead: words(
      "internalUse CRMReference postcode providerReference providerServiceType providerSubAccount",
      "statusReason statusChangedStamp soldBy soldDate saleType customerProducts provisionStatus",
      "enteredDate contractEndDate",
    ),
  },
);

/** A checked service; its date as a day number. */
export type CheckedService = CheckedBy<typeof serviceSchema>;
