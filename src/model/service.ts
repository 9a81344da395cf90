import { status, updatedDate } from "./dropped.ts";
import { date, id, names, quantity, text, textValue } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";
import { orUnreadable } from "./unreadable.ts";

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
    /** Default of the features that belong to it. */
    fixedFeeTariff: text,
    annualIncreaseProfile: text,
    /** `YYYY-MM-DD`. */
    annualIncreaseReferenceDate: date,
    /** One of the book's `droppedStatuses`: dropped on `updatedDate`, its last day (R20). */
    status,
    /** `YYYY-MM-DD`: last dropped or reinstated. */
    updatedDate,
    cancellationNoticeGivenDate: orUnreadable(date),
    campaign: orUnreadable(text),
  },
  {
    required: ["id"],
    unknownFields: "carried",
    notRead: {
      internalUse: text,
      CRMReference: textValue,
      postcode: text,
      providerReference: textValue,
      providerServiceType: text,
      providerSubAccount: textValue,
      statusReason: text,
      statusChangedStamp: text,
      soldBy: text,
      soldDate: text,
      saleType: text,
      customerProducts: names,
      provisionStatus: quantity,
      enteredDate: text,
      contractEndDate: text,
    },
  },
);

/**
 * A service: something beside numbers to which features belong. It takes no part in rating a call.
 * Columns that are not named here are carried along.
 */
export interface Service extends WrittenBy<typeof serviceSchema> {}

/** A checked service; its date as a day number. */
export type CheckedService = CheckedBy<typeof serviceSchema>;
