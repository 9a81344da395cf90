/** The whole face of the server: databases, the store over them, and (soon) the handler of requests. Node only. */
export { type Database, MissingPackage, openPglite, openPostgres, type Sql } from "./database/index.ts";
export { openStore, type Present, type Store, type Writing } from "./store/index.ts";
