/** Public interface of HTTP: what routes are, how their requests are read, and the handler that serves them. */

export { acceptedType } from "./accept.ts";
export { errorResponse } from "./answers.ts";
export { problemsOf } from "./checked-body.ts";
export { type AppOptions, type Authorize, BASE, createApp, type RequestNote } from "./create-app.ts";
export { checkMatch, IF_MATCH } from "./headers.ts";
export { NO_PARAMETERS } from "./operations.ts";
export {
  anyObject,
  dateParameter,
  dateTimeParameter,
  flagParameter,
  idField,
  idParameter,
  integerParameter,
  textParameter,
  withRange,
} from "./query.ts";
export { forbiddenValues, type JsonObject, MOST_BATCH_BYTES } from "./read-body.ts";
export {
  type Action,
  type Answer,
  action,
  type CallCounts,
  type Caller,
  type QueryTable,
  type QueryValues,
  type Route,
  type RouteRequest,
  route,
} from "./route.ts";
export { unknownID } from "./run-operation.ts";
export { jsonFault } from "./scan-json.ts";
export { serviceRoutes } from "./service-routes.ts";
