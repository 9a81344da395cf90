/**
 * R68: what dropping and reinstating a feature do to its dates. Each gives the fields that it sets.
 *
 * Decided here where the text leaves it open: an earlier endDate also stays where dateBillTo is given; a blank dueDate is
 * earlier than every dateReinstate; a feature cannot be made to end before it starts.
 */
import { isBlank, type Row, text } from "../values.ts";
import { dayOrNull, firstSet, lengthOf, type Placed, place, rowsOf } from "./charge-book.ts";
import { add, type Day, formatDay, parseDay } from "./days.ts";

export interface Drop {
  readonly dateDrop: string;
  readonly dateBillTo?: string | null | undefined;
}

function featureOf(data: Row, featureID: string): Row {
  const feature = rowsOf(data, "features").find((row) => text(row.id) === featureID);
  if (feature === undefined) throw new Error(`The book has no feature ${featureID}.`);
  return feature;
}

export function dropFeature(data: Row, featureID: string, { dateDrop, dateBillTo }: Drop): Row {
  const placed = place(data, featureOf(data, featureID));
  const { feature } = placed;
  const startDate = dayOrNull(feature.startDate);
  const endDate = isBlank(dateBillTo) ? endOf(placed, parseDay(dateDrop)) : parseDay(text(dateBillTo));
  const end = Math.min(endDate, dayOrNull(feature.endDate) ?? endDate);
  if (startDate !== null && end < startDate) throw new RangeError("A feature cannot end before it starts.");
  return { id: text(feature.id), endDate: formatDay(end) };
}

/** The latest of the day of the drop, the end of notice and the end of the minimum term. */
function endOf(placed: Placed, dateDrop: Day): Day {
  const { feature, number, service, customer } = placed;
  const ends = [dateDrop];
  const notice = lengthOf(placed, "noticePeriodLength");
  if (notice !== null) {
    const owner = isBlank(feature.numberID) ? service : number;
    const given = [feature, owner, customer ?? {}].map((row) => row.cancellationNoticeGivenDate);
    ends.push(add(dayOrNull(firstSet(...given)) ?? dateDrop, notice.length, notice.unit));
  }
  const [termDate, startDate] = [dayOrNull(feature.minimumTermDate), dayOrNull(feature.startDate)];
  if (termDate !== null) ends.push(termDate);
  else if (startDate !== null) {
    const term = lengthOf(placed, "minimumTermPeriodLength");
    if (term !== null) ends.push(add(startDate, term.length, term.unit) - 1);
  }
  return Math.max(...ends);
}

export function reinstateFeature(
  data: Row,
  featureID: string,
  { dateReinstate }: { readonly dateReinstate: string },
): Row {
  const feature = featureOf(data, featureID);
  const dueDate = dayOrNull(feature.dueDate);
  const day = parseDay(dateReinstate);
  const isLater = dueDate === null || day > dueDate;
  return { id: text(feature.id), endDate: null, ...(isLater ? { dueDate: formatDay(day) } : {}) };
}
