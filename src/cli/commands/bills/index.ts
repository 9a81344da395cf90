/** The commands of bills: what is charged, invoices, and lists of calls. */
export { billCommand, pageName } from "./bill-command.ts";
export { chargesCommand } from "./charges-command.ts";
export { itemiseCommand } from "./itemise-command.ts";
