/** The whole face of moves: customers put on other tariffs. */
export { type CustomerMove, type MovedCustomers, type MoveResult, moveCustomers } from "./move-customers.ts";
