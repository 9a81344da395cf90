/** The whole face of moves: the tariffs that customers are on, and customers put on others. */
export { type CustomerMove, type MovedCustomers, type MoveResult, moveCustomers } from "./move-customers.ts";
export { tariffsOfCustomer } from "./tariffs-of-customer.ts";
