/** Itemised calls from files of results. */
export {
  type ItemisedCall,
  type ItemisedCustomer,
  type ItemisedNumber,
  type ItemisedReport,
  type ItemisedType,
  type ItemiseOptions,
  itemiseCalls,
} from "./itemise-calls.ts";
