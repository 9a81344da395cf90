/** R24, R28 and R29: the retail tariff of a call, its surcharges tariff and its wholesale tariff. */
import {
  type BookTables,
  type Choices,
  daysAround,
  type NumberMatch,
  namedByFeature,
  type OpenedCustomer,
  type OpenedNumber,
  type OpenedTariff,
  Refusal,
  type Selected,
  type Selection,
  whyNotAllowed,
} from "../../book/index.ts";
import { TARIFF_CLASSES } from "../../model/index.ts";
import type { Named, Trace } from "../trace.ts";

const SURCHARGES = TARIFF_CLASSES.indexOf("surcharges");

/**
 * The tariff that records name for a class, in the order: feature of the number, feature of the customer, number,
 * customer.
 */
function namedTariff(number: OpenedNumber, tariffClass: number, day: number): Selection | undefined {
  const { customer } = number;
  return (
    namedByFeature(number.features, tariffClass, day) ??
    namedByFeature(customer.features, tariffClass, day) ??
    number.named[tariffClass] ??
    customer.defaults[tariffClass]
  );
}

/** R24: the tariff of a call; undefined where none is named and no default is for it. */
export function chooseTariff(
  book: BookTables,
  match: Pick<NumberMatch, "number">,
  tariffClass: number,
  carrier: string,
  day: number,
  trace: Trace | undefined,
): Selected | undefined {
  const { number } = match;
  const chosen = namedTariff(number, tariffClass, day) ?? defaultTariff(book, number, tariffClass, carrier);
  if (trace !== undefined) recordChoice(trace, chosen, { book, number, tariffClass, carrier, day });
  return chosen;
}

/** More choices than a number's calls have; further choices are not cached. */
const MAX_REMEMBERED = 64;

/**
 * R24, R28, R29: the tariffs of a number's calls of a class. They depend on the number, the carrier and, through
 * features in force, on the day: they are chosen once and cached with the days for which they hold.
 */
export function choicesOf(
  book: BookTables,
  match: Pick<NumberMatch, "number">,
  tariffClass: number,
  carrier: string,
  day: number,
): Choices {
  const known = match.number.choices;
  for (let at = 0; at < known.length; at++) {
    const choices = known[at] as Choices;
    if (areFor(choices, tariffClass, carrier, day)) return choices;
  }
  const { features, customer } = match.number;
  const retail = chooseTariff(book, match, tariffClass, carrier, day, undefined);
  const selection = retail instanceof Refusal ? undefined : retail;
  const { from, to } = daysAround([features, customer.features], day);
  const choices: Choices = {
    tariffClass,
    carrier,
    from,
    to,
    retail,
    featureIndex: book.byIndex.featureIndexes.get(selection?.featureID ?? "") ?? -1,
    surcharges: chooseSurcharges(match, day, undefined),
    wholesale: chooseWholesale(book, match, tariffClass, carrier, undefined),
  };
  if (known.length < MAX_REMEMBERED) known.push(choices);
  return choices;
}

/** Whether choices made for one call hold for another call of the same number. */
function areFor(choices: Choices, tariffClass: number, carrier: string, day: number): boolean {
  return (
    choices.tariffClass === tariffClass &&
    day >= choices.from &&
    day <= choices.to &&
    choices.carrier === carrier
  );
}

/** The default tariff, cached by customer, class, carrier and number type. */
function defaultTariff(
  book: BookTables,
  number: OpenedNumber,
  tariffClass: number,
  carrier: string,
): Selected | undefined {
  const { customer } = number;
  const known = book.retailDefaults.knownCarrier(carrier);
  const { numberType } = number;
  return customer.selected[tariffClass]?.get(known, numberType, () =>
    book.retailDefaults.select(tariffClass, known, numberType, (tariff) => mayUse(tariff, customer)),
  );
}

function mayUse(tariff: OpenedTariff, customer: OpenedCustomer): boolean {
  return whyNotAllowed(tariff, customer.record, customer.currency) === undefined;
}

/** R28: the surcharges tariff: only one that a record names, never a default. */
export function chooseSurcharges(
  match: Pick<NumberMatch, "number">,
  day: number,
  trace: Trace | undefined,
): Selection | Refusal | undefined {
  const chosen = namedTariff(match.number, SURCHARGES, day);
  if (chosen?.refusal !== undefined) {
    trace?.choose("R28", "surcharges tariff", undefined, chosen.refusal.message);
    return chosen.refusal;
  }
  if (chosen !== undefined) {
    trace?.choose("R28", "surcharges tariff", identifiedTariff(chosen.tariff), `named by ${chosen.namedBy}`);
  }
  return chosen;
}

/** R29: the wholesale tariff of a call. Only a tie is an error; another currency leaves the cost blank. */
export function chooseWholesale(
  book: BookTables,
  match: Pick<NumberMatch, "number">,
  tariffClass: number,
  carrier: string,
  trace: Trace | undefined,
): OpenedTariff | Refusal | undefined {
  const { numberType } = match.number;
  const known = book.wholesaleDefaults.knownCarrier(carrier);
  const chosen = book.wholesaleSelected[tariffClass]?.get(known, numberType, () =>
    book.wholesaleDefaults.select(tariffClass, known, numberType, () => true),
  );
  if (chosen instanceof Refusal) {
    trace?.choose("R29", "wholesale tariff", undefined, chosen.message);
    return chosen;
  }
  if (chosen === undefined) {
    trace?.choose(
      "R29",
      "wholesale tariff",
      undefined,
      `none is for carrier ${carrier || "(blank)"}; costCarrier stays blank`,
    );
    return undefined;
  }
  if (chosen.tariff.currency !== book.settings.currency) {
    trace?.choose(
      "R29",
      "wholesale tariff",
      { text: undefined, id: `currency of ${chosen.tariff.record.id}` },
      `${tariffText(chosen.tariff)} is in ${chosen.tariff.currency}; costCarrier stays blank`,
    );
    return undefined;
  }
  trace?.choose(
    "R29",
    "wholesale tariff",
    identifiedTariff(chosen.tariff),
    `for carrier ${carrier || "(blank)"}`,
  );
  return chosen.tariff;
}

/** A tariff as explanations name it. */
export function tariffText(tariff: OpenedTariff): string {
  return `${tariff.record.name} (id ${tariff.record.id})`;
}

function identifiedTariff(tariff: OpenedTariff): Named {
  return { text: tariffText(tariff), id: tariff.record.id };
}

/** The call for which a tariff was chosen. */
interface ChosenFor {
  readonly book: BookTables;
  readonly number: OpenedNumber;
  readonly tariffClass: number;
  readonly carrier: string;
  readonly day: number;
}

function recordChoice(trace: Trace, chosen: Selected | undefined, chosenFor: ChosenFor): void {
  const { book, number, tariffClass, carrier, day } = chosenFor;
  const subject = "tariff";
  const passedOver: { what: string; why: string }[] = [];
  const className = TARIFF_CLASSES[tariffClass];
  const steps: [string, Selection | undefined][] = [
    [`features of number ${number.record.id}`, namedByFeature(number.features, tariffClass, day)],
    [
      `features of customer ${number.customer.record.id}`,
      namedByFeature(number.customer.features, tariffClass, day),
    ],
    [`number ${number.record.id}`, number.named[tariffClass]],
    [`customer ${number.customer.record.id}'s default`, number.customer.defaults[tariffClass]],
  ];
  for (const [what, named] of steps) {
    if (named !== undefined && named === chosen) break;
    if (named === undefined) passedOver.push({ what, why: `name no ${className} tariff in force` });
  }
  if (chosen instanceof Refusal) trace.choose("R24", subject, undefined, chosen.message, passedOver);
  else if (chosen?.refusal !== undefined)
    trace.choose("R24", subject, undefined, chosen.refusal.message, passedOver);
  else if (chosen !== undefined)
    trace.choose("R24", subject, identifiedTariff(chosen.tariff), chosen.namedBy, passedOver);
  else {
    const defaults = book.retailDefaults.ofClass(tariffClass).length;
    passedOver.push({
      what: `${defaults} default ${className} ${defaults === 1 ? "tariff" : "tariffs"}`,
      why: `not for carrier ${carrier || "(blank)"}, number type ${number.numberType || "(blank)"} and this customer`,
    });
    trace.choose("R24", subject, undefined, "none is named and no default fits", passedOver);
  }
}
