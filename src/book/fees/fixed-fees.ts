/** The fixed fee tariffs of a book (R72), by id and name; the lines of a chain are resolved when a charge first asks. */
import type { CheckedFixedFeeTariff } from "../../model/index.ts";
import { FeeLineIndex } from "./fee-line-index.ts";

/** The fixed fee tariffs of an opened book. */
export class FixedFees {
  readonly #byID: ReadonlyMap<string, CheckedFixedFeeTariff>;
  readonly #retail = new Map<string, CheckedFixedFeeTariff[]>();
  readonly #lines = new Map<string, FeeLineIndex>();

  /** @param tariffs those of a book that has been checked: every parent is there, and no chain is a circle */
  constructor(tariffs: readonly CheckedFixedFeeTariff[]) {
    this.#byID = new Map(tariffs.map((own) => [own.id, own]));
    for (const own of tariffs) {
      if (own.retail === "wholesale") continue;
      const others = this.#retail.get(own.name);
      if (others === undefined) this.#retail.set(own.name, [own]);
      else others.push(own);
    }
  }

  withID(id: string): CheckedFixedFeeTariff | undefined {
    return this.#byID.get(id);
  }

  /** The retail tariffs of a name: one, where records name it (R20). */
  named(name: string): readonly CheckedFixedFeeTariff[] {
    return this.#retail.get(name) ?? [];
  }

  /** The names by which records refer to a tariff. */
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
      let own: CheckedFixedFeeTariff | undefined = tariff;
      own !== undefined;
      own = this.#byID.get(own.parentFixedFeeTariff ?? "")
    ) {
      chain.push(own);
    }
    return chain;
  }
}
