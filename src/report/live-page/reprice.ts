/** Prices a carried month again by a percentage for each class, with every move of the page's slider. */
import {
  type ActionError,
  type CallColumns,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  type OpenedBook,
  openBook,
  reviseBook,
} from "../../index.ts";
import { HeldPreview, type PreviewFigures } from "../../preview/index.ts";
import type { CarriedMonth } from "./carried-month.ts";

/** The percentage of each class, as plain decimal text; "0" leaves the tariffs of a class alone. */
export type Percentages = ReadonlyMap<string, string>;

export class Repricing {
  readonly #month: CarriedMonth;
  readonly #before: OpenedBook;
  readonly #preview: HeldPreview;

  constructor(month: CarriedMonth, columns: readonly CallColumns[]) {
    this.#month = month;
    this.#before = openBook(month.book);
    const { reclassify, wholesale } = month;
    // Repeated calls are not carried.
    const options = { reclassify, duplicates: "keep", wholesale } as const;
    this.#preview = new HeldPreview(this.#before, columns, options);
  }

  /** The figures of a preview of the same increases; an impossible increase gives the error of `increaseBook`. */
  figures(percentages: Percentages): PreviewFigures | ActionError {
    const { tariffs, scope, effectiveDate, book } = this.#month;
    const requests = tariffs.flatMap(({ id, tariffClass }): IncreaseRequest[] => {
      const increasePercent = percentages.get(tariffClass) ?? "0";
      if (Number(increasePercent) === 0) return [];
      return [{ resource: "tariffs", id, increaseScope: scope, increasePercent, effectiveDate }];
    });
    const increased = increaseBook(book, requests, 5);
    if (isActionError(increased)) return increased;
    const raised = increased.results.map(({ record }) => record);
    // Unlike `openBook`, `reviseBook` does not open unchanged records again.
    const after = reviseBook(this.#before, { upsert: { tariffs: raised } } as Parameters<
      typeof reviseBook
    >[1]);
    return this.#preview.figures(after);
  }
}
