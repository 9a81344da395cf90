/** R60 to R75: the worked examples of the rules and every error of a feature, through the engine. */
import { describe, test } from "vitest";
import { openBook } from "../../src/book/index.ts";
import { charges, dropFeature, reinstateFeature } from "../../src/charges/index.ts";
import type { BookData } from "../../src/model/index.ts";
import {
  checkErrorCase,
  checkWithoutError,
  ERROR_CASES,
  WITHOUT_ERROR,
} from "../second-opinion/charges/error-cases.ts";
import {
  type ChargesDriver,
  checkExample,
  WORKED_EXAMPLES,
} from "../second-opinion/charges/worked-examples.ts";
import type { Row } from "../second-opinion/values.ts";

const engine: ChargesDriver = {
  charges(data, from, to) {
    const charged = charges(openBook(data as BookData), from, to);
    return charged as unknown as Record<"transactions" | "features" | "errors", readonly Row[]>;
  },
  dropFeature: (data, featureID, { dateDrop, dateBillTo }) => ({
    ...dropFeature(openBook(data as BookData), featureID, { dateDrop, dateBillTo }),
  }),
  reinstateFeature: (data, featureID, { dateReinstate }) => ({
    ...reinstateFeature(openBook(data as BookData), featureID, { dateReinstate }),
  }),
};

test.each(WORKED_EXAMPLES.map((example) => [`${example.name} (${example.rules})`, example] as const))(
  "%s",
  (_, example) => checkExample(example, engine),
);

describe("features in error (R60)", () => {
  test.each(ERROR_CASES.map((one, at) => [`${at + 1} ${one.code} names ${one.field}`, one] as const))(
    "%s",
    (_, one) => checkErrorCase(one, engine),
  );

  test.each(WITHOUT_ERROR)("none: %s", (_, feature) => checkWithoutError(feature, engine));
});
