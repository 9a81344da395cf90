/** The fixed fee tariffs of a book (R72) by id and name; the lines of a chain are indexed on demand. */
import { addTo, type CheckedFixedFeeTariff, madeOnce } from "../../model/index.ts";
import { FeeLineIndex } from "./fee-line-index.ts";

/** A tariff, then its parent, and so on. */
export type FeeChain = readonly [CheckedFixedFeeTariff, ...CheckedFixedFeeTariff[]];

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
      addTo(this.#retail, tariff.name, tariff);
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

  linesOf(tariff: CheckedFixedFeeTariff): FeeLineIndex {
    return madeOnce(this.#lines, tariff.id, () => new FeeLineIndex(this.chainOf(tariff)));
  }

  chainOf(tariff: CheckedFixedFeeTariff): FeeChain {
    const chain: [CheckedFixedFeeTariff, ...CheckedFixedFeeTariff[]] = [tariff];
    for (let link = this.#parentOf(tariff); link !== undefined; link = this.#parentOf(link)) chain.push(link);
    return chain;
  }

  #parentOf({ parentFixedFeeTariff }: CheckedFixedFeeTariff): CheckedFixedFeeTariff | undefined {
    return this.#byID.get(parentFixedFeeTariff ?? "");
  }
}
