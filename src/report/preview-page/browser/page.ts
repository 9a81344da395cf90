/**
 * The script of the page: sorts, filters, extends and opens the customers. The script builds nodes and sets their text,
 * never HTML, so that no value of the report can become markup.
 */
import { CustomersTable } from "./customers-table.ts";
import { nameOnPaper } from "./name-on-paper.ts";

const data = document.getElementById("page-data")?.textContent ?? "";
new CustomersTable(JSON.parse(data)).start();
nameOnPaper();
