/** Who calls whom and when, and which rate that meets: what calls of a book have to choose from. */
import { type ProofBook, SHARED } from "./book.ts";
import type { Chance } from "./chance.ts";
import { BANDS, CALL_TYPES, CARRIERS, type CallClass, OTHERS } from "./market.ts";
import { type FindRate, rateFinder } from "./rate-finder.ts";
import type { Row } from "./rates.ts";
import { chooseStart, startFields } from "./starts.ts";
import type { Aimed } from "./steps.ts";
import { byteTargetsOf, type Target, targetsOf } from "./targets.ts";

/** A call as its file will tell it: texts by field, blanks left out. */
export type CallTexts = Readonly<Record<string, string>>;

/** Who calls whom and when, the rate that this meets, and the usage at which its charges lie on steps. */
export interface Situation {
  readonly tariffClass: CallClass;
  readonly parties: CallTexts;
  readonly start: Aimed & { readonly fields: CallTexts };
  readonly rate: Row;
  readonly targets: readonly Target[];
}

const WEIGHTED: readonly CallClass[] = [
  ...["national", "national", "national", "mobile", "mobile", "mobile"],
  ...["international", "international", "nongeographic", "serviceNumbers", "extendedInternational"],
  ...["inbound", "inbound", "bespoke1", "bespoke1", "bespoke2"],
] as CallClass[];

/** So many situations for a book. */
export function situationsOf(book: ProofBook, chance: Chance, count: number): Situation[] {
  const maker = new SituationMaker(book);
  return Array.from({ length: count }, () => maker.next(chance));
}

class SituationMaker {
  readonly #book: ProofBook;
  readonly #find: FindRate;

  constructor(book: ProofBook) {
    this.#book = book;
    this.#find = rateFinder(book);
  }

  /** Mostly one that leads to a rate. */
  next(chance: Chance): Situation {
    const { setting } = this.#book;
    for (let trial = 1; ; trial++) {
      const tariffClass = chance.pick(WEIGHTED);
      const parties = this.#parties(chance, this.#number(chance), tariffClass);
      const { value, aim, isBeside } = chooseStart(chance, setting, 0);
      const start = { aim, isBeside, fields: startFields(chance, value) };
      const rate = this.#find({ ...parties, ...start.fields });
      if (rate === undefined && trial < 5 && !chance.oneIn(4)) continue;
      const own = rate ?? {};
      const targets =
        tariffClass === "bespoke1"
          ? byteTargetsOf(own, setting.costDecimals)
          : targetsOf(own, setting.costDecimals, this.#book.data.roundings as unknown as readonly Row[]);
      return { tariffClass, parties, start, rate: own, targets };
    }
  }

  /** Numbers that share their CLI with another come last in the book, and seldom. */
  #number(chance: Chance): Row {
    const { numbers } = this.#book;
    return chance.oneIn(50) ? chance.pick(numbers) : (numbers[chance.below(numbers.length - SHARED)] ?? {});
  }

  #parties(chance: Chance, number: Row, tariffClass: CallClass): Record<string, string> {
    const call: Record<string, string> = {};
    const written = [number.number, number.number, number.CDRNumber, number.CDRNumber2].filter(
      (own) => own !== undefined,
    );
    call.target = spelt(chance, String(chance.pick(written)));
    if (chance.oneIn(40)) {
      call.target = chance.pick([
        "020 7946 0999",
        "withheld",
        "+44",
        "0113 496 0999",
        "01134960998",
        "alarm-line",
      ]);
    }
    if (chance.oneIn(30)) call.numberID = chance.oneIn(6) ? "9999" : String(number.id);
    if (chance.oneIn(300)) delete call.target;
    const isInbound = tariffClass === "inbound";
    if (isInbound) call.callTypeDirectionFlag = "I";
    else if (chance.oneIn(4)) call.callTypeDirectionFlag = chance.pick(["O", "T"]);
    const others = OTHERS.filter((own) => isInbound || own.tariffClass === tariffClass);
    if (tariffClass === "bespoke1" || tariffClass === "bespoke2") {
      call.chargeBand = tariffClass === "bespoke1" ? "DATA" : "SMS";
    } else {
      const other = chance.pick(others);
      const digits = String(chance.below(10 ** other.more)).padStart(other.more, "0");
      call.external = spelt(chance, `+${other.prefix}${digits}`);
    }
    if (chance.oneIn(25)) call.external = chance.pick(["118", "1571", "withheld", "(0)20 7946", "+", "999"]);
    if (chance.oneIn(3)) call.carrier = chance.pick(CARRIERS);
    if (chance.oneIn(20)) call.callCarrier = chance.pick([...CARRIERS, "Nobody"]);
    if (chance.oneIn(25))
      call[chance.pick(["chargeBand", "tariffTypeCarrier"])] = chance.pick([...BANDS, "X"]);
    if (chance.oneIn(25))
      call.tariffType = chance.pick([...CALL_TYPES.map(({ name }) => name), "Unheard of"]);
    return call;
  }
}

/** A number as people and switches write it. */
function spelt(chance: Chance, number: string): string {
  if (!number.startsWith("+")) return chance.oneIn(3) ? number.replaceAll(" ", "") : number;
  switch (chance.below(6)) {
    case 0:
      return number;
    case 1:
      return `00${number.slice(1)}`;
    case 2:
      return number.slice(1);
    case 3:
      return number.startsWith("+44") ? `0${number.slice(3).replaceAll(" ", "")}` : number;
    case 4:
      return number.startsWith("+44") ? `+44 (0)${number.slice(3).trim()}` : number;
    default:
      return `${number.slice(0, 3)} ${number.slice(3, 6)}-${number.slice(6)}`;
  }
}
