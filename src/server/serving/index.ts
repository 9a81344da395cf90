/** Public interface of serving: a handler behind a socket, with keys. */
export { authorizeByKeys, type Key, KeyError, keysOfFile, keysOfText } from "./keys.ts";
export { isLoopback } from "./loopback.ts";
export { type ListenerOptions, nodeListener } from "./node-listener.ts";
export { type Served, type ServeOptions, serve } from "./serve.ts";
export { type WorkOptions, work } from "./work.ts";
