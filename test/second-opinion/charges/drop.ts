/**
 * R68: what dropping and reinstating a feature do to its dates. Each gives the fields that it sets.
 *
 * Decided here where the text leaves it open: an earlier endDate also stays where dateBillTo is given; a blank dueDate is
 * earlier than every dateReinstate; without days between the end and dateReinstate dueDate stays; a feature cannot be made to end before it starts.
 */
import { isBlank, type Row, text } from "../values.ts";
import { dayOrNull, firstSet, lengthOf, place, rowsOf } from "./charge-book.ts";
import { add, formatDay, parseDay } from "./days.ts";

export interface Drop {
  readonly dateDrop: string;
  readonly dateBillTo?: string | null;
}

function featureOf(data: Row, featureID: string): Row {
  const feature = rowsOf(data, "features").find((row) => text(row.id) === featureID);
  if (feature === undefined) throw new Error(`The book has no feature ${featureID}.`);
  return feature;
}

export function dropFeature(data: Row, featureID: string, { dateDrop, dateBillTo }: Drop): Row {
  const placed = place(data, featureOf(data, featureID));
  const { feature, number, service, customer } = placed;
  const ends = [parseDay(dateDrop)];

  const notice = lengthOf(placed, "noticePeriodLength");
  if (notice !== null) {
    const owner = isBlank(feature.numberID) ? service : number;
    const given = [feature, owner, customer ?? {}].map((row) => row.cancellationNoticeGivenDate);
    ends.push(add(parseDay(text(firstSet(...given, dateDrop))), notice.length, notice.unit));
  }

  const term = lengthOf(placed, "minimumTermPeriodLength");
  const startDate = dayOrNull(feature.startDate);
  const termDate = dayOrNull(feature.minimumTermDate);
  if (termDate !== null) ends.push(termDate);
  else if (term !== null && startDate !== null) ends.push(add(startDate, term.length, term.unit) - 1);

  const endDate = isBlank(dateBillTo) ? Math.max(...ends) : parseDay(text(dateBillTo));
  const earlier = dayOrNull(feature.endDate);
  const end = Math.min(endDate, earlier ?? endDate);
  if (startDate !== null && end < startDate) throw new RangeError("A feature cannot end before it starts.");
  return { id: text(feature.id), endDate: formatDay(end) };
}

export function reinstateFeature(
  data: Row,
  featureID: string,
  { dateReinstate }: { readonly dateReinstate: string },
): Row {
  const feature = featureOf(data, featureID);
  const [dueDate, endDate] = [dayOrNull(feature.dueDate), dayOrNull(feature.endDate)];
  const day = parseDay(dateReinstate);
  const hasDaysBetween = endDate !== null && day > endDate + 1;
  const isLater = hasDaysBetween && (dueDate === null || day > dueDate);
  return { id: text(feature.id), endDate: null, ...(isLater ? { dueDate: formatDay(day) } : {}) };
}
