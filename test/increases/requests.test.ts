/** R54, R56: what a request may say, and who may ask. */
import { describe, expect, test } from "vitest";
import {
  applyIncrease,
  type BookData,
  createIncreaseVersion,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  performAction,
} from "../../src/index.ts";

const BOOK: BookData = { tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: 0.9 }] };
const ASK = { resource: "tariffs", id: 1, increaseScope: "costOnly", increasePercent: "10" } as const;

describe("R56 an unknown field is refused with the nearest name, so that no price goes up unasked", () => {
  test.each([
    ["from", "2027-04-01", "effectiveDate"],
    ["effectivedate", "2027-04-01", "effectiveDate"],
    ["newID", 7, "newId"],
    ["increaseAmmount", "1", "increaseAmount"],
    ["percent", "3", "increasePercent"],
    ["keepDefault", true, "keepDefaults"],
    ["__proto__", 1, undefined],
    ["nonsense", null, undefined],
  ])("%s", (field, value, nearest) => {
    const request = JSON.parse(
      JSON.stringify(ASK).replace("{", `{${JSON.stringify(field)}:${JSON.stringify(value)},`),
    );
    const answer = createIncreaseVersion(BOOK, request as IncreaseRequest);
    expect(answer).toMatchObject({ error_code: 400502, hint: expect.stringContaining(`"${field}"`) });
    if (nearest !== undefined)
      expect(answer).toMatchObject({ hint: expect.stringContaining(`did you mean ${nearest}?`) });
    for (const own of [applyIncrease(BOOK, request, 5), increaseBook(BOOK, [request], 5)]) {
      expect(own).toMatchObject({ error_code: 400502 });
    }
  });

  test("what only versions have is refused in place", () => {
    expect(applyIncrease(BOOK, { ...ASK, newId: 7 } as IncreaseRequest, 5)).toMatchObject({
      error_code: 400502,
      hint: "newId is of versions; leave it out to change a record in place.",
    });
  });

  test("missing parameters go before it, an id that is not there before both", () => {
    const wrong = { ...ASK, from: "2027-04-01" };
    expect(createIncreaseVersion(BOOK, { ...wrong, increaseScope: "" })).toMatchObject({
      error_code: 400503,
    });
    expect(createIncreaseVersion(BOOK, { ...wrong, increaseScope: "", id: 2 })).toMatchObject({
      error_code: 404001,
    });
  });
});

describe("R54 the expert level is an argument of its own", () => {
  test.each<[unknown, boolean]>([
    [5, true],
    [9, true],
    [4, false],
    [5.5, false],
    ["5", false],
    [[5], false],
    [null, false],
    [undefined, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])("%j", (level, isAllowed) => {
    const answer = applyIncrease(BOOK, ASK, level as number);
    expect(isActionError(answer) ? answer.error_code : "done").toBe(isAllowed ? "done" : 403001);
  });

  test("in the request it promotes nobody", () => {
    const promoted = { ...ASK, expertLevel: 5, action: "applyIncrease" } as const;
    expect(performAction(BOOK, promoted, 0)).toMatchObject({ error_code: 403001 });
    expect(performAction(BOOK, promoted, 5)).toMatchObject({
      error_code: 400502,
      hint: expect.stringContaining("argument"),
    });
    expect(performAction(BOOK, { ...ASK, action: "applyIncrease" }, 5)).toMatchObject({
      record: { baseCost: "0.99" },
    });
  });
});

describe("R56 whatever comes as a request is answered", () => {
  test.each([null, undefined, 5, "tariffs", [ASK], []])("%j", (request) => {
    const asked = request as unknown as IncreaseRequest;
    for (const answer of [
      applyIncrease(BOOK, asked, 5),
      createIncreaseVersion(BOOK, asked),
      increaseBook(BOOK, [asked], 5),
    ]) {
      expect(answer).toMatchObject({ error_code: 400501 });
    }
    expect(performAction(BOOK, asked as IncreaseRequest & { action: string }, 5)).toMatchObject({
      error_code: 400501,
    });
  });

  test.each([[["tariffs"]], [{}], [null]])("a resource of %j is none", (resource) => {
    expect(applyIncrease(BOOK, { ...ASK, resource: resource as unknown as "tariffs" }, 5)).toMatchObject({
      error_code: 400501,
    });
  });

  test.each([[[1]], [{}], ["1 "], [1.5], [true]])("an id of %j is not in the book", (id) => {
    expect(applyIncrease(BOOK, { ...ASK, id: id as number }, 5)).toMatchObject({ error_code: 404001 });
  });
});
