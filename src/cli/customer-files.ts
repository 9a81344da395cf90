/** The names of customers' files. */
import { createHash } from "node:crypto";

/** Ids that are file names on every disk, also where case is ignored. */
const PLAIN_ID = /^[0-9a-z][0-9a-z_-]{0,63}$/;

/**
 * The beginning of the names of a customer's files: `customer-7`. An id is any text, even a path: of an id that is no
 * plain name only letters and digits are kept, and a hash behind a point makes the name unique.
 */
export function customerName(customerID: string): string {
  return `customer-${PLAIN_ID.test(customerID) ? customerID : hashedName(customerID)}`;
}

function hashedName(id: string): string {
  const kept = id
    .toLowerCase()
    .replace(/[^0-9a-z]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
  return `${kept}.${createHash("sha256").update(JSON.stringify(id)).digest("hex").slice(0, 24)}`;
}
