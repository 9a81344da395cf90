/** Dialects of exchanges and switches whose source code tells the form of their files. */
import type { CallDialect } from "../call-dialect.ts";
import { namesOf } from "../column-names.ts";

/** The form of local times in these programs. */
const WALL_TIME = "YYYY-MM-DD HH:mm:ss";

/** Texts that databases write for a missing value, depending on the program that exports the table. */
const DATABASE_NULLS = ["NULL", "\\N"];

const ASTERISK_CSV: CallDialect = {
  about:
    "Asterisk, Master.csv of cdr_csv: 16 columns, and behind them uniqueid, userfield, peeraccount, linkedid and sequence as cdr.conf says.",
  reads: "csv",
  csv: { header: "no" },
  columns: namesOf(
    "accountcode, src, dst, dcontext, clid, channel, dstchannel, lastapp, lastdata, start, answer",
    "end, duration, billsec, disposition, amaflags, uniqueid, userfield, peeraccount, linkedid",
    "sequence",
  ),
  optionalColumns: ["uniqueid", "userfield", "peeraccount", "linkedid", "sequence"],
  needs: {
    zone: "Asterisk writes its server's clock, or UTC where cdr.conf says usegmtime=yes.",
  },
  passOver: [{ column: "amaflags", in: ["OMIT"], why: "marked OMIT, not to be billed" }],
  direction: { byNumber: ["src", "dst"] },
  fields: {
    // One channel may have several records, with different sequence numbers only.
    id: { column: ["uniqueid", "sequence"], join: "/" },
    target: { in: "dst", out: "src" },
    external: { in: "src", out: "dst" },
    start: { column: ["answer", "start"], time: WALL_TIME },
    duration: "billsec",
    callGroup: "linkedid",
  },
};

const FREEPBX_CSV: CallDialect = {
  about: "FreePBX, the CSV of its CDR reports: a header of 26 names, from calldate to sequence.",
  reads: "csv",
  csv: { header: "yes" },
  // Older versions lack these columns.
  optionalColumns: ["linkedid", "sequence"],
  needs: { zone: "FreePBX writes the time of its database, which is the clock of its server." },
  passOver: [{ column: "amaflags", in: ["1", "OMIT"], why: "marked OMIT, not to be billed" }],
  direction: { inbound: [{ column: "did", blank: false }], otherwise: "out" },
  fields: {
    id: { column: ["uniqueid", "sequence"], join: "/" },
    target: { in: "did", out: { column: ["outbound_cnum", "src"] } },
    external: { in: "src", out: "dst" },
    // calldate is the time of call set-up; the answer comes later by the seconds that are not billed.
    start: { column: "calldate", time: WALL_TIME, plus: "duration", minus: "billsec" },
    duration: "billsec",
    extension: { in: "dst", out: "src" },
    callGroup: "linkedid",
  },
};

/** The columns of the built-in template; the template of the sample configuration adds two. */
const FREESWITCH_COLUMNS = namesOf(
  "caller_id_name, caller_id_number, destination_number, context, start_stamp, answer_stamp",
  "end_stamp, duration, billsec, hangup_cause, uuid, bleg_uuid, accountcode",
);

const FREESWITCH_CSV: CallDialect = {
  about: "FreeSWITCH, Master.csv of mod_cdr_csv with the template `example`: 15 columns.",
  reads: "csv",
  csv: { header: "no" },
  columns: [...FREESWITCH_COLUMNS, "read_codec", "write_codec"],
  needs: { zone: "FreeSWITCH writes its server's clock, and does not say where that is." },
  direction: { byNumber: ["caller_id_number", "destination_number"] },
  fields: {
    id: "uuid",
    target: { in: "destination_number", out: "caller_id_number" },
    external: { in: "caller_id_number", out: "destination_number" },
    start: { column: ["answer_stamp", "start_stamp"], time: WALL_TIME },
    duration: "billsec",
  },
};

const FREESWITCH_CSV_DEFAULT: CallDialect = {
  basedOn: "freeswitch-csv",
  about:
    "FreeSWITCH, Master.csv of mod_cdr_csv with the template that is compiled in: 13 columns, a space before the last.",
  columns: FREESWITCH_COLUMNS,
};

const FREESWITCH_JSON: CallDialect = {
  about:
    "FreeSWITCH, mod_json_cdr: one document a call, values URL-encoded or not, any number of them in a file.",
  reads: "json",
  // Times are microseconds since 1970.
  zone: "utc",
  passOver: [
    {
      // The test by which mod_json_cdr itself tells a B leg.
      column: "callflow/0/caller_profile/originator/originator_caller_profiles/0/uuid",
      blank: false,
      why: "B leg of a call that has a document of its own",
    },
  ],
  direction: {
    byNumber: [
      { column: "callflow/0/caller_profile/caller_id_number", is: ["urlDecode"] },
      { column: "callflow/0/caller_profile/destination_number", is: ["urlDecode"] },
    ],
  },
  fields: {
    id: "variables/uuid",
    target: {
      in: { column: "callflow/0/caller_profile/destination_number", is: ["urlDecode"] },
      out: { column: "callflow/0/caller_profile/caller_id_number", is: ["urlDecode"] },
    },
    external: {
      in: { column: "callflow/0/caller_profile/caller_id_number", is: ["urlDecode"] },
      out: { column: "callflow/0/caller_profile/destination_number", is: ["urlDecode"] },
    },
    start: {
      column: ["variables/answer_uepoch", "variables/start_uepoch"],
      none: ["0"],
      time: "epoch us",
    },
    duration: "variables/billsec",
  },
};

const A2BILLING: CallDialect = {
  about: "A2Billing, its table cc_call dumped as CSV with the names of its columns in the first row.",
  reads: "csv",
  csv: { header: "yes" },
  blank: DATABASE_NULLS,
  needs: { zone: "A2Billing writes the time of its database, and does not say where that is." },
  passOver: [{ column: "sipiax", in: ["1"], why: "between two accounts of the same A2Billing" }],
  direction: {
    // Standard, callback, predictive and campaign calls; 2, 3 and 7 are calls to a DID.
    outbound: [{ column: "sipiax", in: ["0", "4", "5", "6"] }],
    otherwise: "problem",
  },
  unanswered: [{ column: "terminatecauseid", in: ["2", "3", "4", "5", "6", "7", "8", "9"] }],
  fields: {
    id: "id",
    target: "src",
    external: "calledstation",
    start: { column: "starttime", time: WALL_TIME },
    duration: "sessiontime",
  },
};

const YETI_CSV: CallDialect = {
  about:
    "Yeti, the CSV that a customer exports: up to 29 columns, from Time Start to Diversion In, also gzip.",
  reads: "csv",
  csv: { header: "yes" },
  needs: {
    zone: "Yeti writes times with their offset from UTC, or without: then they are in the zone that the export was asked for.",
  },
  direction: { otherwise: "out" },
  fields: {
    // Attempts at several routes share the id of the call; at most one attempt is answered.
    id: { column: ["Orig Call Id", "Time Connect"], join: " " },
    target: "Src Prefix In",
    external: "Dst Prefix In",
    start: {
      column: ["Time Connect", "Time Start"],
      time: ["YYYY-MM-DD HH:mm:ss.fZ", "YYYY-MM-DD HH:mm:ssZ", "YYYY-MM-DD HH:mm:ss.f", WALL_TIME],
    },
    duration: "Duration",
  },
};

const KAMAILIO_ACC_CDRS: CallDialect = {
  about:
    "Kamailio, the table acc_cdrs dumped as CSV with the names of its columns in the first row: a base, to which cdr_extra's columns are added.",
  reads: "csv",
  csv: { header: "yes" },
  blank: DATABASE_NULLS,
  needs: {
    zone: "Kamailio writes its server's clock, or UTC with time_mode 4.",
    direction: "Kamailio does not say whose call it is.",
    fields:
      "Kamailio's own columns are start_time, end_time and duration: name the columns of target and external, which cdr_extra writes.",
  },
  fields: {
    start: { column: "start_time", time: [WALL_TIME, `${WALL_TIME}.f`] },
    duration: { column: "duration", is: [{ duration: "s" }] },
  },
};

const OPENSIPS_ACC: CallDialect = {
  about:
    "OpenSIPS, the table acc with the flag cdr, dumped as CSV with the names of its columns in the first row: a base, to which extra_fields are added.",
  reads: "csv",
  csv: { header: "yes" },
  blank: DATABASE_NULLS,
  needs: {
    zone: "OpenSIPS writes its server's clock, and does not say where that is.",
    direction: "OpenSIPS does not say whose call it is.",
    fields:
      "OpenSIPS has no columns for the parties of a call: name those of target and external, which extra_fields write.",
  },
  passOver: [{ column: "method", notIn: ["INVITE"], why: "not a call: its method is not INVITE" }],
  unanswered: [{ column: "sip_code", in: ["3*", "4*", "5*", "6*"] }],
  fields: {
    id: "callid",
    start: { column: "time", time: WALL_TIME },
    duration: "duration",
  },
};

const CGRATES_JSON: CallDialect = {
  about:
    "CGRateS, call records as its JSON: a base, to which a site says whose calls they are and which run counts.",
  reads: "json",
  zone: "utc",
  blank: ["0001-01-01T00:00:00Z"],
  needs: {
    direction: "CGRateS charges an account for a destination, and does not say who called whom.",
  },
  passOver: [{ column: "ToR", notIn: ["*voice"], why: "not a voice call" }],
  fields: {
    id: { column: ["OriginID", "RunID"], join: "/" },
    target: "Account",
    external: "Destination",
    start: { column: ["AnswerTime", "SetupTime"], time: "iso" },
    duration: { column: "Usage", is: [{ duration: "ns" }] },
  },
};

export const OPEN_SOURCE_DIALECTS: Readonly<Record<string, CallDialect>> = {
  "asterisk-csv": ASTERISK_CSV,
  "freepbx-csv": FREEPBX_CSV,
  "freeswitch-csv": FREESWITCH_CSV,
  "freeswitch-csv-default": FREESWITCH_CSV_DEFAULT,
  "freeswitch-json": FREESWITCH_JSON,
  a2billing: A2BILLING,
  "yeti-csv": YETI_CSV,
  "kamailio-acc-cdrs": KAMAILIO_ACC_CDRS,
  "opensips-acc": OPENSIPS_ACC,
  "cgrates-json": CGRATES_JSON,
};
