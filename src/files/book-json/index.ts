/** A book's JSON: reading it without a record for every line, and its digest. */
export { bookDigest } from "./book-digest.ts";
export { parseBook } from "./parse-book.ts";
