/** Itemised calls from files of results. */
export { type ItemisedReport, type ItemiseOptions, itemiseCalls } from "./itemise-calls.ts";
export type {
  ItemisedCall,
  ItemisedCustomer,
  ItemisedNumber,
  ItemisedType,
} from "./itemised-customer.ts";
