/** The kernel cannot import the model's tables: what it counts by itself has to agree with them. */
import { expect, test } from "vitest";
import { rows, tables } from "../../src/kernel/index.ts";
import { COMPONENTS, FIRST_SURCHARGE } from "../../src/model/calls/components.ts";

test("the kernel has a column for each component of a cost (R11)", () => {
  expect(rows.COMPONENT_COUNT).toBe(COMPONENTS.length);
  expect(tables.FIRST_SURCHARGE_COMPONENT).toBe(FIRST_SURCHARGE);
});
