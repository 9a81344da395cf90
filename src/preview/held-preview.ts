/** Previews of the same columns of calls against one book after another, such as to look for a price. */
import type { OpenedBook } from "../book/index.ts";
import { type CallColumns, type RatedColumns, rateColumns } from "../engine/index.ts";
import type { PreviewFigures } from "./build-report.ts";
import { openCollector, type PreviewOptions } from "./preview.ts";

/** A preview that rates the calls with the book before only once. */
export class HeldPreview {
  readonly #before: OpenedBook;
  readonly #options: PreviewOptions;
  readonly #heldBefore: ReadonlyMap<CallColumns, RatedColumns>;

  constructor(
    before: OpenedBook,
    calls: readonly CallColumns[],
    options: Pick<PreviewOptions, "reclassify" | "duplicates" | "wholesale">,
  ) {
    this.#before = before;
    this.#options = { ...options, movers: 0, examples: 0 };
    const reclassify = options.reclassify === true;
    this.#heldBefore = new Map(
      calls.map((columns) => [columns, rateColumns(before, columns, { reclassify })]),
    );
  }

  /** The figures of a preview of the calls between the two books. */
  figures(after: OpenedBook): PreviewFigures {
    const collector = openCollector(this.#before, after, this.#options, this.#heldBefore);
    for (const columns of this.#heldBefore.keys()) collector.addColumns(columns);
    return collector.figures();
  }
}
