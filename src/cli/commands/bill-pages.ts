import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { FileError } from "../../files/index.ts";
import type { Invoice } from "../../index.ts";
import { createBillPages } from "../../report/index.ts";
import type { BookFile } from "../book-file.ts";
import type { CliIO } from "../cli-io.ts";
import { type NamedFiles, requireNoFileOf } from "../distinct-files.ts";
import type { RunFiles } from "../run-files.ts";

/** What the pages of a run are made of, and what they must not replace. */
interface PagesOfRun {
  readonly bookFile: BookFile;
  readonly invoices: readonly Invoice[];
  /** What the command line names. */
  readonly named: NamedFiles;
  readonly files: RunFiles;
}

/** Writes a page for each invoice to a folder, which is made where it is not there. */
export async function writeBillPages(
  folder: string,
  { bookFile, invoices, named, files }: PagesOfRun,
  io: CliIO,
): Promise<void> {
  await makeFolder(folder);
  const paths = invoices.map((invoice) => join(folder, pageName(invoice)));
  await requireNoFileOf(named, bookFile.files, { option: "--html", paths });
  const pageOf = createBillPages(bookFile.book);
  for (const [index, invoice] of invoices.entries()) {
    io.signal?.throwIfAborted();
    const output = await files.open(paths[index] as string, { isOneOfMany: index > 0 });
    await output.write(pageOf(invoice));
    // Closed, so that ten thousand pages need no ten thousand open files; all get their names at the end.
    await output.complete();
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const isFile = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new FileError(folder, isFile ? "is a file, not a folder" : `could not be made (${String(error)})`);
  }
}

/** Ids that are file names on every disk, also where case is ignored. */
const PLAIN_ID = /^[0-9a-z][0-9a-z_-]{0,63}$/;

/**
 * The name of an invoice's page, `customer-7-2026-11-01.html`. An id is any text, a path too: of one that is no plain name
 * only letters and digits are kept, and a hash behind a point tells it from all others.
 */
export function pageName({ customerID, invoiceDate }: Pick<Invoice, "customerID" | "invoiceDate">): string {
  return `customer-${PLAIN_ID.test(customerID) ? customerID : hashedName(customerID)}-${invoiceDate}.html`;
}

function hashedName(id: string): string {
  const kept = id
    .toLowerCase()
    .replace(/[^0-9a-z]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
  return `${kept}.${createHash("sha256").update(JSON.stringify(id)).digest("hex").slice(0, 24)}`;
}
