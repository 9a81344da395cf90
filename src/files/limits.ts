/** Limits of what is read, so that a damaged or hostile file is an error and not a full memory. */

/** Bytes of a book together with the CSV files it names, each as often as it is named. Below the longest text a JavaScript engine holds. */
export const MAX_BOOK_BYTES = 512_000_000;

/** Lines of the CSV files of a book: some 2 GB of memory once it is open. */
export const MAX_BOOK_LINES = 10_000_000;

/** How deep objects and lists may lie within each other; a book needs 4 levels. */
export const MAX_NESTING = 64;

/** Bytes of one line of a call file, and characters of one CSV record that runs over several lines. */
export const MAX_LINE_BYTES = 1_048_576;

/** Bytes of one line of a file of features' states: 5,000 charges that were made, each of days that were charged otherwise. */
export const MAX_STATE_LINE_BYTES = 64_000_000;
