/** A folder with files of customers. */
import { createHash } from "node:crypto";
import { FileError, makeFolder } from "../files/index.ts";

/** Makes a folder where it does not exist. */
export async function makeCustomerFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    const isFile = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new FileError(folder, isFile ? "is a file, not a folder" : `could not be made (${String(error)})`);
  }
}

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
