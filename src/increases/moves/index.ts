/** Public interface of moves: the tariffs that customers are on, and moves of customers to other tariffs. */
export { type CustomerMove, type MovedCustomers, type MoveResult, moveCustomers } from "./move-customers.ts";
export { tariffsOfCustomer } from "./tariffs-of-customer.ts";
