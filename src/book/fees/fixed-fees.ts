/** The fixed fee tariffs of a book (R72) by id and name; the lines of a chain are indexed on demand. */
import type { CheckedFixedFeeTariff } from "../../model/index.ts";
import { FeeLineIndex } from "./fee-line-index.ts";

/** The fixed fee tariffs of an opened book. */
export class FixedFees {
  readonly #byID: ReadonlyMap<string, CheckedFixedFeeTariff>;
  readonly #retail = new Map<string, CheckedFixedFeeTariff[]>();
  readonly #lines = new Map<string, FeeLineIndex>();

  /** @param tariffs of a checked book: every parent exists, and there are no cycles */
  constructor(tariffs: readonly CheckedFixedFeeTariff[]) {
    this.#byID = new Map(tariffs.map((tariff) => [tariff.id, tariff]));
    for (const tariff of tariffs) {
      if (tariff.retail === "wholesale") continue;
      const sameName = this.#retail.get(tariff.name);
      if (sameName === undefined) this.#retail.set(tariff.name, [tariff]);
      else sameName.push(tariff);
    }
  }

  withID(id: string): CheckedFixedFeeTariff | undefined {
    return this.#byID.get(id);
  }

  /** The retail tariffs of a name; only one where a record refers to the name (R20). */
  named(name: string): readonly CheckedFixedFeeTariff[] {
    return this.#retail.get(name) ?? [];
  }

  /** The names of the retail tariffs. */
  get names(): Iterable<string> {
    return this.#retail.keys();
  }

  /** The lines of a tariff and its parents. */
  linesOf(tariff: CheckedFixedFeeTariff): FeeLineIndex {
    let lines = this.#lines.get(tariff.id);
    if (lines === undefined) {
      lines = new FeeLineIndex(this.#chainOf(tariff));
      this.#lines.set(tariff.id, lines);
    }
    return lines;
  }

  #chainOf(tariff: CheckedFixedFeeTariff): CheckedFixedFeeTariff[] {
    const chain: CheckedFixedFeeTariff[] = [];
    for (
      let link: CheckedFixedFeeTariff | undefined = tariff;
      link !== undefined;
      link = this.#byID.get(link.parentFixedFeeTariff ?? "")
    ) {
      chain.push(link);
    }
    return chain;
  }
}
