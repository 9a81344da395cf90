/** Public interface of the server: databases, the store over them, and the handler of requests. Node only. */

export { createHandler, type HandlerOptions } from "./create-handler.ts";
export {
  type Database,
  MissingPackage,
  NewerDatabase,
  openPglite,
  openPostgres,
  type Sql,
} from "./database/index.ts";
export type { Authorize, Caller, RequestNote } from "./http/index.ts";
export {
  authorizeByKeys,
  isLoopback,
  type Key,
  KeyError,
  keysOfFile,
  keysOfText,
  type ListenerOptions,
  nodeListener,
  type Served,
  type ServeOptions,
  serve,
  type WorkOptions,
  work,
} from "./serving/index.ts";
export { openStore, type Present, type Store, type Writing } from "./store/index.ts";
export type { Worker } from "./work/index.ts";
