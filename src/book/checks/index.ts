/** The second half of checking a book: the checks across records (R20). Never throws. */
import type { CheckedSettings } from "../../model/index.ts";
import { withDrops } from "../drops.ts";
import type { BookIssue, RecordsRead } from "../read-records.ts";
import { BookUnderCheck } from "./book-under-check.ts";
import { warnOfUnknownCallsType, warnOfUnknownChargeNames } from "./charge-names.ts";
import { warnOfForeignWholesale, warnOfTiedDefaults } from "./default-tariffs.ts";
import { checkDuplicateLines, warnOfBareBaseLines, warnOfUnreachedLines } from "./doubtful-lines.ts";
import {
  checkDuplicateIDs,
  checkDuplicateKeys,
  checkDuplicateNames,
  warnOfSharedNumbers,
} from "./duplicate-records.ts";
import { warnOfDoubtfulCharges } from "./feature-charges.ts";
import { checkFixedFeeLines } from "./fee-tariffs.ts";
import { warnOfForeignTariffs } from "./foreign-tariffs.ts";
import { checkMarkups, warnOfInheritedBounds } from "./inherited-values.ts";
import { checkFixedFeeParents, checkTariffParents } from "./parents.ts";
import {
  checkCallTypeReferences,
  checkFeeReferences,
  checkPartyReferences,
  checkPlanCarriers,
  checkPlans,
} from "./references.ts";
import {
  checkCurrencyDecimals,
  checkDrops,
  checkRatingPeriods,
  checkRoundings,
  checkTimeZone,
  checkVATRates,
} from "./settings.ts";
import { warnOfShortenedNumbers } from "./shortened-numbers.ts";
import { TariffChains } from "./tariff-chains.ts";
import { checkTariffReferences } from "./tariff-references.ts";
import {
  warnOfCallsOfServices,
  warnOfIgnoredNumbers,
  warnOfPlansNamedTwice,
  warnOfSurchargesLookup,
} from "./without-effect.ts";

export { RECORD_WORDS, shownID } from "./book-under-check.ts";
export { type InheritedMarkup, inheritedMarkup } from "./inherited-values.ts";

/**
 * Checks a book's records against each other. `records` holds each list by index, undefined for a record that failed
 * its schema. The id and name of such a record in `data` still count, so that one invalid record does not cause a
 * problem in every record that refers to it.
 */
export function checkReferences(
  settings: CheckedSettings,
  { records, prefixes, lineWarnings }: Pick<RecordsRead, "records" | "prefixes" | "lineWarnings">,
  data: unknown,
): { problems: BookIssue[]; warnings: BookIssue[] } {
  const book = new BookUnderCheck(settings, withDrops(settings, records), data, lineWarnings);
  checkTimeZone(book);
  checkRatingPeriods(book);
  checkDuplicateIDs(book);
  checkDuplicateNames(book);
  checkDuplicateKeys(book);
  checkCallTypeReferences(book);
  checkRoundings(book);
  checkCurrencyDecimals(book);
  const chains = new TariffChains(records.tariffs, checkTariffParents(book));
  checkTariffReferences(book);
  checkDuplicateLines(book, prefixes);
  checkMarkups(book, chains);
  checkPartyReferences(book);
  checkPlans(book);
  checkPlanCarriers(book);
  checkFixedFeeParents(book);
  checkFeeReferences(book);
  checkFixedFeeLines(book);
  checkDrops(book);
  checkVATRates(book);
  warnOfInheritedBounds(book, chains);
  warnOfBareBaseLines(book);
  warnOfUnreachedLines(book);
  warnOfSharedNumbers(book);
  warnOfShortenedNumbers(book);
  warnOfIgnoredNumbers(book);
  warnOfTiedDefaults(book);
  warnOfForeignWholesale(book);
  warnOfSurchargesLookup(book);
  warnOfPlansNamedTwice(book);
  warnOfCallsOfServices(book);
  warnOfForeignTariffs(book);
  warnOfUnknownChargeNames(book);
  warnOfUnknownCallsType(book);
  warnOfDoubtfulCharges(book);
  return { problems: book.problems, warnings: book.warnings };
}
