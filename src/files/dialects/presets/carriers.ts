/** Dialects of carriers that document their files for customers. */
import type { CallDialect } from "../call-dialect.ts";
import { namesOf } from "../column-names.ts";

const TWILIO_JSON: CallDialect = {
  about:
    "Twilio: pages of the list of calls (Calls.json), calls in UTC with Twilio's price, which is in the account's currency.",
  reads: "json",
  records: "/calls",
  zone: "utc",
  currency: { column: "price_unit" },
  passOver: [{ column: "status", in: ["queued", "ringing", "in-progress"], why: "is not over yet" }],
  direction: {
    // Seen from the customer's trunk: calls that originate there come from the telephone network.
    inbound: [{ column: "direction", in: ["inbound", "trunking-originating"] }],
    outbound: [{ column: "direction", in: ["outbound-api", "outbound-dial", "trunking-terminating"] }],
  },
  unanswered: [{ column: "status", in: ["busy", "failed", "no-answer", "canceled"] }],
  fields: {
    id: "sid",
    target: { in: { column: "to", is: ["uriUser"] }, out: { column: "from", is: ["uriUser"] } },
    external: { in: { column: "from", is: ["uriUser"] }, out: { column: "to", is: ["uriUser"] } },
    // Times are those of RFC 2822, in which a day may have one digit.
    start: { column: ["start_time", "date_created"], time: "DDD, D MMM YYYY HH:mm:ss Z" },
    duration: "duration",
    // Twilio writes charges as negative numbers.
    costCDR: { column: "price", is: [{ sign: "negate" }, { money: "major" }] },
    aLegID: "parent_call_sid",
  },
  set: { carrier: "Twilio" },
};

const BCH_VOICE_CDR: CallDialect = {
  about:
    'BCH Digital, UK inbound numbers: "Voice CDR Format", 16 columns. A row is the call to the number and, where there is one, the onward call. A base to extend.',
  reads: "csv",
  csv: { header: "auto" },
  columns: namesOf(
    "aDate, aTime, aDDI, aCLI, aSeconds, aTimeBand, aCost, bDate, bTime, bDDI, bType, bTypeID",
    "bRingtime, bResult, bSeconds, bCost",
  ),
  needs: {
    zone: "BCH does not say in which zone the times are. Compare a call that you made with its record: is it UTC, or the time on the wall?",
  },
  legs: [
    {
      name: "inbound",
      direction: { otherwise: "in" },
      unanswered: [{ column: "aSeconds", in: ["-1"] }],
      fields: {
        id: { column: ["aDate", "aTime", "aDDI", "aCLI", "aSeconds"], join: "/" },
        target: "aDDI",
        external: "aCLI",
        start: { column: ["aDate", "aTime"], join: " ", time: "YYYY-MM-DD HH:mm:ss" },
        duration: "aSeconds",
        costCDR: { column: "aCost", is: [{ money: "minor" }] },
        callGroup: { column: ["aDate", "aTime", "aDDI", "aCLI", "aSeconds"], join: "/" },
      },
    },
    {
      name: "onward",
      passOver: [{ column: "bDate", blank: true, why: "has no onward call" }],
      direction: { otherwise: "out" },
      unanswered: [{ column: "bResult", notIn: ["19"] }],
      fields: {
        id: { column: ["aDate", "aTime", "aDDI", "aCLI", "aSeconds", "bDate", "bTime", "bDDI"], join: "/" },
        target: "aDDI",
        external: "bDDI",
        start: { column: ["bDate", "bTime"], join: " ", time: "YYYY-MM-DD HH:mm:ss" },
        duration: "bSeconds",
        costCDR: { column: "bCost", is: [{ money: "minor" }] },
        location: "bType",
        answerTime: "bRingtime",
        callGroup: { column: ["aDate", "aTime", "aDDI", "aCLI", "aSeconds"], join: "/" },
        aLegID: { column: ["aDate", "aTime", "aDDI", "aCLI", "aSeconds"], join: "/" },
      },
    },
  ],
};

export const CARRIER_DIALECTS: Readonly<Record<string, CallDialect>> = {
  "twilio-json": TWILIO_JSON,
  "bch-voice-cdr": BCH_VOICE_CDR,
};
