/** Drops and reinstates a feature (R68). */
import { endOfLength, endOfMinimumTerm, type OpenedBook } from "../book/index.ts";
import { type DayNumber, formatCivilDate } from "../calendar/index.ts";
import { type Id, isBlank, type Optional, type Unreadable } from "../model/index.ts";
import { knownOptions } from "../names/index.ts";
import type { FeatureState } from "./charged.ts";
import { askedDay, askedFeature, type Subject } from "./subject.ts";

/** How a feature is dropped. */
export interface DropRequest {
  /** The day it is dropped, `YYYY-MM-DD`. */
  readonly dateDrop: string;
  /** The last day to charge for, regardless of notice and minimum term. */
  readonly dateBillTo?: Optional<string>;
}

/** How a feature is reinstated. */
export interface ReinstateRequest {
  /** The first day to charge for again, `YYYY-MM-DD`. */
  readonly dateReinstate: string;
}

const checkDrop = knownOptions<DropRequest>("dropFeature", { dateDrop: "any", dateBillTo: "any" });
const checkReinstate = knownOptions<ReinstateRequest>("reinstateFeature", { dateReinstate: "any" });

/**
 * Drops a feature (R68): returns the `endDate` with which its charges end. The `endDate` is `dateBillTo` if given, else
 * the latest of `dateDrop`, the end of notice and the end of the minimum term; an earlier `endDate` stays. Merge the
 * result into the feature, `{ ...feature, ...state }`; charges for days after the end are then corrected (R69).
 *
 * @throws TypeError for a feature that the book does not have, an invalid day and an unknown field
 * @throws RangeError where the end would lie before the feature's startDate, and where notice or minimum term cannot be
 *   counted
 *
 * @example
 * const lines = openBook({
 *   customers: [{ id: 7 }],
 *   features: [{ id: 12, customerID: 7, startDate: "2025-09-01", serviceCharge: "24.99",
 *     noticePeriodLength: 30, noticePeriodLengthType: "days" }],
 * });
 * dropFeature(lines, 12, { dateDrop: "2026-10-15" }); // => { id: "12", endDate: "2026-11-14" }
 */
export function dropFeature(book: OpenedBook, featureID: Id, request: DropRequest): FeatureState {
  checkDrop(request);
  const dateDrop = askedDay("dropFeature", "dateDrop", request.dateDrop);
  const { dateBillTo } = request;
  const billTo = isBlank(dateBillTo) ? undefined : askedDay("dropFeature", "dateBillTo", dateBillTo);
  const asked = askedFeature(book, featureID, "dropFeature");
  const { id, startDate } = asked.record;
  const end = Math.min(
    asked.end ?? Number.POSITIVE_INFINITY,
    billTo ??
      Math.max(
        dateDrop,
        counted(endOfNotice(asked, dateDrop)) ?? dateDrop,
        counted(endOfMinimumTerm(asked.feature)) ?? dateDrop,
      ),
  );
  if (startDate !== undefined && end < startDate) {
    const [last, first] = [formatCivilDate(end), formatCivilDate(startDate)];
    throw new RangeError(
      `dropFeature: feature ${id} would end on ${last}, before it starts on ${first}; remove it, or end it on a later day.`,
    );
  }
  return { id, endDate: formatCivilDate(end) };
}

/**
 * Reinstates a feature (R68): removes its end, and sets its `dueDate` to `dateReinstate` where `dateReinstate` is
 * later, so that the days between stay free. Before that, charge the feature up to its end, or up to the day before
 * `dateReinstate` where that day is earlier: days not charged by then stay free, too. Merge the result into the
 * feature, `{ ...feature, ...state }`.
 *
 * @throws TypeError for a feature that the book does not have, an invalid day and an unknown field
 *
 * @example
 * const lines = openBook({
 *   customers: [{ id: 7 }],
 *   features: [{ id: 12, customerID: 7, startDate: "2026-01-01", endDate: "2026-04-20", dueDate: "2026-04-21" }],
 * });
 * reinstateFeature(lines, 12, { dateReinstate: "2026-06-11" }); // => { id: "12", dueDate: "2026-06-11", endDate: null }
 */
export function reinstateFeature(book: OpenedBook, featureID: Id, request: ReinstateRequest): FeatureState {
  checkReinstate(request);
  const day = askedDay("reinstateFeature", "dateReinstate", request.dateReinstate);
  const { id, dueDate } = askedFeature(book, featureID, "reinstateFeature").record;
  if (dueDate !== undefined && day <= dueDate) return { id, endDate: null };
  return { id, dueDate: formatCivilDate(day), endDate: null };
}

/**
 * The last day of notice: the day on which notice was given (of the feature, its number or service, its customer, else
 * the day of the drop) plus the length; undefined where there is no notice to give. Throws a RangeError where the day
 * of notice is invalid.
 */
function endOfNotice(subject: Subject, dateDrop: DayNumber): DayNumber | RangeError | undefined {
  const { feature } = subject;
  if (feature.noticePeriodLength === undefined) return undefined;
  return endOfLength(feature, "noticePeriodLength", noticeGivenOn(subject) ?? dateDrop);
}

/** A day that could be counted. */
function counted(day: DayNumber | RangeError | undefined): DayNumber | undefined {
  if (day instanceof RangeError) throw day;
  return day;
}

function noticeGivenOn({ feature, number, service, customer }: Subject): DayNumber | undefined {
  const levels = [
    ["Feature", feature],
    ["Number", number],
    ["Service", service],
    ["Customer", customer?.record],
  ] as const;
  for (const [what, record] of levels) {
    const given = record?.cancellationNoticeGivenDate;
    if (record === undefined || given === undefined) continue;
    if (typeof given === "object") throw fault(what, record.id, "cancellationNoticeGivenDate", given);
    return given;
  }
  return undefined;
}

function fault(what: string, id: string, field: string, value: Unreadable): RangeError {
  return new RangeError(`${what} ${id}, ${field}: ${value.fault}.`);
}
