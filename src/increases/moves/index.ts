/** Public interface of moves: default tariffs, the tariffs that customers are on, and moves to other tariffs. */
export { type CustomerMove, type MovedCustomers, type MoveResult, moveCustomers } from "./move-customers.ts";
export { tariffsOfCustomer } from "./tariffs-of-customer.ts";
