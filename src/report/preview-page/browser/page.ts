/**
 * The script of the page: sorts, filters, extends and opens the customers. The script builds nodes and sets their text,
 * never HTML, so that no value of the report can become markup.
 */
import { CustomersTable } from "./customers-table.ts";

const data = document.getElementById("page-data")?.textContent ?? "";
new CustomersTable(JSON.parse(data)).start();
nameOnPaper();

/** Sets the footer of printed pages: file name and day, which the style sheet prints beside the page number. */
function nameOnPaper(): void {
  const file = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  const madeOn = document.getElementById("made-on")?.textContent ?? "";
  const text = [file, madeOn].filter((part) => part !== "").join(", ");
  document.documentElement.style.setProperty("--on-paper", JSON.stringify(text));
}
