/** Dialects of Microsoft Teams: two reports of Graph, and the export of the admin centre for direct routing. */
import type { CallDialect } from "../call-dialect.ts";

/** The texts that Microsoft writes for a time that does not exist. */
const NO_TIME = [
  "0001-01-01T00:00:00Z",
  "0001-01-01T00:00:00.0000000Z",
  "0001-01-01T00:00:00+00:00",
  "0001-01-01T00:00:00.0000000+00:00",
];

const GRAPH_PSTN_JSON: CallDialect = {
  about:
    "Microsoft Teams with a calling plan or operator connect: pages of Microsoft Graph's getPstnCalls, calls in UTC with what Microsoft charged.",
  reads: "json",
  records: "/value",
  zone: "utc",
  blank: NO_TIME,
  currency: { column: "currency" },
  direction: {
    inbound: [{ column: "callType", in: ["user_in", "ucap_in", "conf_in", "unassigned_in"] }],
    outbound: [{ column: "callType", in: ["user_out*", "ucap_out*", "conf_out*"] }],
  },
  fields: {
    id: "id",
    target: { in: "calleeNumber", out: "callerNumber" },
    external: { in: "callerNumber", out: "calleeNumber" },
    carrier: "operator",
    start: { column: "startDateTime", time: "iso" },
    duration: "duration",
    location: "destinationName",
    // Legs of one call share the call id, so that it is no id.
    callGroup: "callId",
    costCDR: { column: "charge", is: [{ money: "major" }] },
  },
  set: { carrier: "Microsoft" },
};

const GRAPH_DIRECT_ROUTING_JSON: CallDialect = {
  about:
    "Microsoft Teams direct routing: pages of Microsoft Graph's getDirectRoutingCalls, calls in UTC over the site's own carriers.",
  reads: "json",
  records: "/value",
  zone: "utc",
  blank: NO_TIME,
  direction: {
    inbound: [{ column: "callType", in: ["ByotIn*"] }],
    outbound: [{ column: "callType", in: ["ByotOut*"] }],
  },
  unanswered: [{ column: "successfulCall", in: ["false"] }],
  fields: {
    id: "id",
    target: { in: "calleeNumber", out: "callerNumber" },
    external: { in: "callerNumber", out: "calleeNumber" },
    start: { column: ["startDateTime", "inviteDateTime"], time: "iso" },
    // The report's own duration runs from the invite, so that it counts the ringing.
    duration: { between: ["startDateTime", "endDateTime"], time: "iso" },
    callGroup: "correlationId",
  },
};

const TEAMS_DIRECT_ROUTING_CSV: CallDialect = {
  about:
    "Microsoft Teams direct routing: DirectRouting.calls….csv of the PSTN usage report, calls in UTC over the site's own carriers.",
  reads: "csv",
  csv: { header: "yes" },
  zone: "utc",
  blank: NO_TIME,
  optionalColumns: ["Shared correlation ID"],
  direction: {
    inbound: [{ column: "Call type", in: ["dr_in*"] }],
    outbound: [{ column: "Call type", in: ["dr_out*", "dr_emergency_out"] }],
  },
  unanswered: [{ column: "Success", in: ["No"] }],
  fields: {
    // Legs of one call share their correlation id.
    id: { column: ["CorrelationId", "Invite time", "Call type", "Callee Number"], join: "/" },
    target: { in: "Callee Number", out: "Caller Number" },
    external: { in: "Caller Number", out: "Callee Number" },
    start: { column: ["Start time", "Invite time"], time: "iso" },
    // The report's own duration runs from the invite, so that it counts the ringing.
    duration: { between: ["Start time", "End time"], time: "iso" },
    callGroup: { column: ["Shared correlation ID", "CorrelationId"] },
  },
};

export const MICROSOFT_DIALECTS: Readonly<Record<string, CallDialect>> = {
  "graph-pstn-json": GRAPH_PSTN_JSON,
  "graph-direct-routing-json": GRAPH_DIRECT_ROUTING_JSON,
  "teams-direct-routing-csv": TEAMS_DIRECT_ROUTING_CSV,
};
