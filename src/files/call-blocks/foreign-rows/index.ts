/** Scans the rows of dialects from their bytes. */
export { dialectScanner } from "./dialect-scanner.ts";
