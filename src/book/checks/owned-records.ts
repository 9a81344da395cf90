/** The records that can name discount plans, tariffs and fixed fee tariffs, each with its customer. */
import type { CheckedCustomer, CheckedFeature, CheckedStandardFeature } from "../../model/index.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** The records that can name a plan or a tariff, as far as names are concerned. */
export type Naming = Partial<Pick<CheckedCustomer, "defaultTariffs"> & CheckedFeature>;

/** A record with the customer that it is billed to, and the standard feature of a feature. */
interface OwnedRecord {
  readonly path: string;
  readonly record: Naming;
  readonly owner: CheckedCustomer | undefined;
  readonly template: CheckedStandardFeature | undefined;
}

/** The records of a list that can name plans or tariffs, each with its customer. */
export function* ownedRecords(
  book: BookUnderCheck,
  list: "customers" | "numbers" | "services" | "features" | "standardFeatures",
): Generator<OwnedRecord> {
  for (const [recordIndex, record] of book.each(list)) {
    const naming: Naming = record;
    yield {
      path: `${list}[${recordIndex}]`,
      record: naming,
      owner: list === "customers" ? (record as CheckedCustomer) : ownerOf(book, naming),
      template: book.named("standardFeatures", naming.standardFeature),
    };
  }
}

/** The customer that a record is billed to, of a feature through its number or service where it has one. */
function ownerOf(
  book: BookUnderCheck,
  { customerID, numberID, serviceID }: Naming,
): CheckedCustomer | undefined {
  if (customerID !== undefined) return book.withID("customers", customerID);
  const owned =
    numberID === undefined ? book.withID("services", serviceID) : book.withID("numbers", numberID);
  return book.withID("customers", owned?.customerID);
}
