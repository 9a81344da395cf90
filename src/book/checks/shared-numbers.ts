/** R20, R21: two numbers that one call could match are a warning here and an error of that call. */
import { formatCivilDate } from "../../calendar/index.ts";
import type { CheckedNumber } from "../../model/index.ts";
import { canonicalNumber } from "../canonical-number.ts";
import { SomeWarnings } from "../some-warnings.ts";
import { type BookUnderCheck, shownID } from "./book-under-check.ts";

const FIELDS = ["number", "CDRNumber", "CDRNumber2", "CDRNumber3", "CDRNumber4"] as const;
const SUFFIXES = ["", "2", "3", "4"] as const;

/** Comparisons within shared CLIs: enough for any honest book, and an end for a hostile one. */
const MAX_COMPARISONS = 2_000_000;

/** One spelling of one number: its place in the list and which of FIELDS. */
interface Spelling {
  readonly place: number;
  readonly field: number;
}

/** What a spelling asks of a call beside its CLI. */
interface Claim extends Spelling {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly chargeBand: string | undefined;
  readonly directionFlag: string | undefined;
}

/** Warns of numbers that share a CLI on some day and are not kept apart by charge band or direction. */
export function warnOfSharedNumbers(book: BookUnderCheck): void {
  const { numbers } = book.records;
  const warnings = new SomeWarnings(book);
  let left = MAX_COMPARISONS;
  for (const [canonical, spellings] of sharedSpellings(book)) {
    const claims = spellings.map((spelling) => claimOf(numbers[spelling.place] as CheckedNumber, spelling));
    claims.sort((a, b) => a.from - b.from || a.place - b.place);
    const told = new Set<number>();
    let open: Claim[] = [];
    let firstEnd = Number.POSITIVE_INFINITY;
    for (const claim of claims) {
      if (firstEnd < claim.from) {
        // Those that ended before this one began cannot meet it or any later one.
        left -= open.length;
        open = open.filter((other) => other.to >= claim.from);
        firstEnd = open.reduce((end, other) => Math.min(end, other.to), Number.POSITIVE_INFINITY);
      }
      const at = open.findIndex((other) => isRival(claim, other));
      left -= at < 0 ? open.length : at + 1;
      if (left <= 0) break;
      open.push(claim);
      firstEnd = Math.min(firstEnd, claim.to);
      const rival = open[at];
      if (rival === undefined) continue;
      const [first, second] = rival.place < claim.place ? [rival, claim] : [claim, rival];
      if (told.has(second.place)) continue;
      told.add(second.place);
      warnings.add(`numbers[${second.place}].${FIELDS[second.field]}`, message(canonical, first, second));
    }
    if (left <= 0) break;
  }
  warnings.close("numbers", "numbers that share a CLI");
  if (left <= 0) book.warn("numbers", "has too many numbers of one CLI to compare all of them");
}

/** The canonical numbers that stand in the book more than once. */
function sharedSpellings(book: BookUnderCheck): ReadonlyMap<string, Spelling[]> {
  const { numbers } = book.records;
  // Nearly all stand there once: a number for each is enough until a second comes.
  const firsts = new Map<string, number>();
  const shared = new Map<string, Spelling[]>();
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place];
    if (number === undefined) continue;
    for (let field = 0; field < FIELDS.length; field++) {
      const spelling = number[FIELDS[field] as (typeof FIELDS)[number]];
      if (spelling === undefined) continue;
      const canonical = canonicalNumber(spelling, book.settings);
      if (canonical === "") continue;
      const code = place * FIELDS.length + field;
      const first = firsts.get(canonical);
      if (first === undefined) {
        firsts.set(canonical, code);
        continue;
      }
      const known = shared.get(canonical);
      if (known !== undefined) known.push({ place, field });
      else
        shared.set(canonical, [
          { place: Math.floor(first / FIELDS.length), field: first % FIELDS.length },
          { place, field },
        ]);
    }
  }
  return shared;
}

function claimOf(number: CheckedNumber, { place, field }: Spelling): Claim {
  // The number itself is not narrowed; its charge bands and flags belong to the CDR numbers.
  const suffix = SUFFIXES[field - 1];
  return {
    place,
    field,
    id: number.id,
    from: number.billableFrom ?? Number.NEGATIVE_INFINITY,
    to: number.billableTo ?? Number.POSITIVE_INFINITY,
    chargeBand: suffix === undefined ? undefined : number[`CDRNumberChargeBand${suffix}`],
    directionFlag: suffix === undefined ? undefined : number[`CDRNumberCallTypeDirectionFlag${suffix}`],
  };
}

/** Whether one call could match both, on a day they have in common. */
function isRival(a: Claim, b: Claim): boolean {
  return (
    a.place !== b.place &&
    isCompatible(a.chargeBand, b.chargeBand) &&
    isCompatible(a.directionFlag, b.directionFlag)
  );
}

function isCompatible(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

function message(canonical: string, first: Claim, second: Claim): string {
  const other = `numbers[${first.place}].${FIELDS[first.field]} (id ${shownID(first.id)})`;
  return (
    `is the same CLI, ${canonical}, as ${other}, and both are billable ${commonDays(first, second)}: ` +
    "a call of theirs cannot be told apart; end one with billableTo or narrow it by charge band or direction"
  );
}

function commonDays(a: Claim, b: Claim): string {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  if (from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY) return "on every day";
  if (from === Number.NEGATIVE_INFINITY) return `until ${formatCivilDate(to)}`;
  if (to === Number.POSITIVE_INFINITY) return `from ${formatCivilDate(from)} on`;
  return `from ${formatCivilDate(from)} to ${formatCivilDate(to)}`;
}
