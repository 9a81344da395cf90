/** The rows of dialects, read from their bytes. */
export { dialectScanner } from "./dialect-scanner.ts";
