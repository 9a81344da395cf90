/**
 * What the page does beyond being read: the customers sort, filter, grow and open. It builds nodes and sets
 * their text, never HTML, so no value of the report can become a part of the page.
 */
import { CustomersTable } from "./customers-table.ts";
import { nameOnPaper } from "./name-on-paper.ts";

const data = document.getElementById("page-data")?.textContent ?? "";
new CustomersTable(JSON.parse(data)).start();
nameOnPaper();
