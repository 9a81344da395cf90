/** Public interface of a dialect's schema: the checks, and the types of checked values. */
export {
  CALL_DIALECT_FIELDS,
  type CheckedCallDialect,
  type CheckedDirection,
  type CheckedLeg,
  type CheckedNeeds,
  checkedDialectSchema,
  writtenDialectSchema,
} from "./dialect-schema.ts";
export { listBy, zoneFault } from "./schema-parts.ts";
export type { CheckedTest } from "./test-schema.ts";
export {
  type CheckedCell,
  type CheckedPlainValue,
  type CheckedText,
  type CheckedValue,
  isByDirection,
} from "./value-schema.ts";
