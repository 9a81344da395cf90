/** R20: a tariff is referred to by a name that is looked up among those the reference can mean. */
import { quoteValue, TARIFF_CLASSES, type TariffClass } from "../../model/index.ts";
import { type BookUnderCheck, shownID } from "./book-under-check.ts";
import { KnownNames } from "./known-names.ts";

/** Names of retail tariffs by class, for the tariff fields of customers, numbers and features. */
export class RetailTariffNames {
  readonly #book: BookUnderCheck;
  readonly #byClass: ReadonlyMap<TariffClass, KnownNames>;
  /** Tariffs of any class and side; what a failed record is, only its own repair will tell. */
  readonly #all: KnownNames;
  /** Names of failed records. */
  readonly #failed = new Set<string>();

  constructor(book: BookUnderCheck) {
    this.#book = book;
    this.#byClass = new Map(TARIFF_CLASSES.map((name) => [name, new KnownNames(book.budget)]));
    this.#all = book.known("tariffs", "name");
    const { tariffs } = book.records;
    for (let place = 0; place < tariffs.length; place++) {
      const tariff = tariffs[place];
      if (tariff === undefined) {
        const name = book.rawText("tariffs", place, "name");
        if (name !== undefined) this.#failed.add(name);
      } else if (tariff.retail !== "wholesale") {
        this.#byClass.get(tariff.tariffClass)?.add(tariff.name, place);
      }
    }
  }

  check(path: () => string, tariffClass: TariffClass, name: string): void {
    const known = this.#byClass.get(tariffClass) as KnownNames;
    if (known.has(name) || this.#failed.has(name) || this.#book.isUnreadable("tariffs")) return;
    const wanted = `no retail tariff of the class ${tariffClass}`;
    const place = this.#all.placeOf(name);
    const other = place === undefined ? undefined : this.#book.records.tariffs[place];
    if (other !== undefined) {
      const is = `but a ${other.retail ?? "retail"} tariff of the class ${other.tariffClass}`;
      this.#book.problem(
        path(),
        `${quoteValue(name)} is ${wanted} ${is}; name a retail tariff of the class ${tariffClass}`,
      );
      return;
    }
    const repair = known.repair(name, "add it to tariffs or correct the name");
    this.#book.problem(path(), `${quoteValue(name)} is ${wanted}${repair}`);
  }
}

/** Names of retail fixed fee tariffs. They need be unique only where they are referred to. */
export class FixedFeeNames {
  readonly #book: BookUnderCheck;
  readonly #retail: KnownNames;
  readonly #wholesale = new Set<string>();
  /** Ids of the tariffs that share a name. */
  readonly #ambiguous = new Map<string, string[]>();

  constructor(book: BookUnderCheck) {
    this.#book = book;
    this.#retail = new KnownNames(book.budget, book.isUnreadable("fixedFeeTariffs"));
    const { fixedFeeTariffs } = book.records;
    for (let place = 0; place < fixedFeeTariffs.length; place++) {
      const tariff = fixedFeeTariffs[place];
      const name = tariff === undefined ? book.rawText("fixedFeeTariffs", place, "name") : tariff.name;
      if (name === undefined) continue;
      if (tariff?.retail === "wholesale") this.#wholesale.add(name);
      else this.#retail.add(name, place);
    }
    for (const { place, first } of this.#retail.duplicates) {
      const tariff = fixedFeeTariffs[place];
      const other = fixedFeeTariffs[first];
      if (tariff === undefined || other === undefined) continue;
      const ids = this.#ambiguous.get(tariff.name);
      if (ids === undefined) this.#ambiguous.set(tariff.name, [other.id, tariff.id]);
      else ids.push(tariff.id);
    }
  }

  /** `owner` is the path of the record that may name a fixed fee tariff. */
  check(owner: () => string, name: string | undefined): void {
    if (name === undefined || (this.#retail.has(name) && !this.#ambiguous.has(name))) return;
    const path = `${owner()}.fixedFeeTariff`;
    const ids = this.#ambiguous.get(name);
    if (ids !== undefined) {
      const shown = ids.slice(0, 5).map(shownID).join(", ");
      const more = ids.length > 5 ? ` and ${ids.length - 5} more` : "";
      const message = `${quoteValue(name)} is the name of several retail fixed fee tariffs (ids ${shown}${more}); rename all but one`;
      this.#book.problem(path, message);
      return;
    }
    const isWholesale = this.#wholesale.has(name);
    const repair = isWholesale
      ? " but a wholesale one; name a retail one"
      : this.#retail.repair(name, "add it to fixedFeeTariffs or correct the name");
    this.#book.problem(path, `${quoteValue(name)} is no retail fixed fee tariff${repair}`);
  }
}
