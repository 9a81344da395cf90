/** What a preview is of: words, books, the day, so that two proposals can be told apart. */
import { expect, test } from "vitest";
import { type BookData, openBook, previewChange } from "../../src/index.ts";

const DATA: BookData = { callTypes: [{ name: "UK", tariffClass: "national" }] };
const book = openBook(DATA);

test("what nobody said is null", () => {
  expect(previewChange(book, book, []).change).toEqual({
    words: null,
    before: null,
    after: null,
    madeOn: null,
    discounts: false,
    goal: null,
  });
});

test("words, digests, the day and the discounts are as given", () => {
  const options = {
    change: "+3.5 % on 2 tariffs",
    madeOn: "2027-03-02",
    bookDigests: { before: "9cd0", after: "71aa" },
    discounts: true,
  };
  const told = {
    goal: null,
    words: "+3.5 % on 2 tariffs",
    before: "9cd0",
    after: "71aa",
    madeOn: "2027-03-02",
  };
  expect(previewChange(book, book, [], options).change).toEqual({ ...told, discounts: true });
  // Records are no book.
  expect(previewChange("recorded", book, [], options).change).toEqual({
    ...told,
    before: null,
    discounts: true,
  });
});

test("a day that is none is refused", () => {
  expect(() => previewChange(book, book, [], { madeOn: "2 March 2027" })).toThrow(
    'madeOn: "2 March 2027" is not a date; write YYYY-MM-DD.',
  );
});
