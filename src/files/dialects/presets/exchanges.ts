/** Dialects of exchanges and border controllers on customers' premises. */
import type { CallDialect, DialectStep } from "../call-dialect.ts";
import { namesOf, numberedColumns } from "../column-names.ts";

/** A 9 before a number is the digit for an outside line, but not in 999 itself. */
const WITHOUT_OUTSIDE_LINE: readonly DialectStep[] = [
  { prefixes: { "90": "0", "91": "1", "9+": "+", "9999": "999" } },
];

/** Over SIP trunks, a number may have a host address behind it. */
const WITHOUT_HOST: readonly DialectStep[] = [{ before: "@" }];

const AVAYA_IPOFFICE_SMDR: CallDialect = {
  about:
    "Avaya IP Office: SMDR records as they come over TCP, 30 columns or more without a header, times of the system's clock.",
  reads: "csv",
  csv: { header: "no", quotes: "none" },
  columns: [
    ...namesOf(
      "Call Start, Connected Time, Ring Time, Caller, Direction, Called Number, Dialled Number, Account",
      "Is Internal, Call ID, Continuation, Party1Device, Party1Name, Party2Device, Party2Name, Hold Time",
      "Park Time, AuthValid, AuthCode, User Charged, Call Charge, Currency, Amount at Last User Change",
      "Call Units, Units at Last User Change, Cost per Unit, Mark Up, External Targeting Cause",
      "External Targeter Id, External Targeted Number",
    ),
    // Later releases write more columns.
    ...numberedColumns(31, 37),
  ],
  optionalColumns: ["External Targeted Number", ...numberedColumns(31, 37)],
  zone: "local",
  passOver: [{ column: "Is Internal", in: ["1"], why: "stayed inside the exchange" }],
  direction: {
    inbound: [{ column: "Direction", in: ["I"] }],
    outbound: [{ column: "Direction", in: ["O"] }],
  },
  fields: {
    // The parts of a transferred call are rows with the same Call ID and the same Call Start.
    id: {
      column: ["Call ID", "Call Start", "Continuation", "Party1Device", "Party2Device", "Connected Time"],
      join: "/",
    },
    target: {
      in: { column: ["Dialled Number", "Called Number"], is: WITHOUT_HOST },
      // A call that twinning makes has no caller, only the extension for which the call is made.
      out: { column: ["Caller", "Party1Device"], is: [{ dropPrefix: "E" }] },
    },
    external: {
      in: { column: "Caller", is: WITHOUT_HOST },
      out: { column: ["Called Number", "Dialled Number"], is: [...WITHOUT_HOST, ...WITHOUT_OUTSIDE_LINE] },
    },
    start: { column: "Call Start", time: ["YYYY/MM/DD HH:mm:ss", "YYYY/MM/DD HH:mm"], plus: "Ring Time" },
    duration: { column: "Connected Time", is: [{ duration: "h:mm:ss" }] },
    extension: { column: "Party1Device", is: [{ dropPrefix: "E" }] },
    answerTime: "Ring Time",
    callGroup: { column: ["Call ID", "Call Start"], join: "/" },
  },
};

const CUCM_CDR: CallDialect = {
  about:
    "Cisco Unified Communications Manager: CDR files, which begin with a line of names and a line of types. The book's numbers tell the direction.",
  reads: "csv",
  csv: { header: "yes" },
  zone: "utc",
  passOver: [
    { column: "cdrRecordType", in: ["INTEGER"], why: "is the line of types" },
    { column: "cdrRecordType", notIn: ["1"], why: "is no record of a call" },
  ],
  direction: { byNumber: ["callingPartyNumber", "originalCalledPartyNumber"] },
  unanswered: [
    { column: "dateTimeConnect", in: ["0"] },
    { column: "dateTimeConnect", blank: true },
  ],
  fields: {
    id: "pkid",
    target: { in: "originalCalledPartyNumber", out: "callingPartyNumber" },
    external: {
      in: "callingPartyNumber",
      out: {
        column: ["finalCalledPartyNumber", "originalCalledPartyNumber"],
        is: WITHOUT_OUTSIDE_LINE,
      },
    },
    start: { column: ["dateTimeConnect", "dateTimeOrigination"], none: ["0"], time: "epoch s" },
    duration: "duration",
    callGroup: { column: ["globalCallID_callManagerId", "globalCallID_callId"], join: "/" },
  },
};

/** 3CX changed these names between releases; case does not count. */
const OUTSIDE_LINES = ["Line", "Provider", "External_Line"];

const THREE_CX_CDR: CallDialect = {
  about:
    "3CX: cdr.log or the socket of its CDR service, all 27 fields in 3CX's own order, nothing quoted. A base to extend: a site chooses its fields.",
  reads: "csv",
  csv: { header: "no", quotes: "none" },
  columns: namesOf(
    "historyid, callid, duration, time-start, time-answered, time-end, reason-terminated, from-no",
    "to-no, from-dn, to-dn, dial-no, reason-changed, final-number, final-dn, bill-code, bill-rate",
    "bill-cost, bill-name, chain, from-type, to-type, final-type, from-dispname, to-dispname",
    "final-dispname, missed-queue-calls",
  ),
  optionalColumns: ["missed-queue-calls"],
  needs: {
    zone: "3CX does not say in which zone it writes times. Compare a call that you made with its record: is it UTC, or the time on the wall?",
  },
  passOver: [
    { column: "historyid", notIn: ["Call *"], why: "is no record of a call" },
    {
      all: [
        { column: "from-type", notIn: OUTSIDE_LINES },
        { column: "to-type", notIn: OUTSIDE_LINES },
      ],
      why: "stayed inside the exchange",
    },
  ],
  direction: {
    inbound: [{ column: "from-type", in: OUTSIDE_LINES }],
    outbound: [{ column: "to-type", in: OUTSIDE_LINES }],
  },
  unanswered: [{ column: "time-answered", blank: true }],
  fields: {
    id: { column: ["historyid", "callid"], join: "/" },
    target: { in: "dial-no", out: { column: "from-no", is: [{ dropPrefix: "Ext." }] } },
    external: { in: "from-no", out: { column: ["dial-no", "to-no"] } },
    start: { column: ["time-answered", "time-start"], time: "YYYY/MM/DD HH:mm:ss" },
    duration: { column: "duration", is: [{ duration: "h:mm:ss" }] },
    extension: { in: "to-dn", out: "from-dn" },
  },
};

/** The first 47 columns of BroadWorks; the columns of its modules follow. */
const BROADWORKS_COLUMNS = namesOf(
  "recordId, serviceProvider, type, userNumber, groupNumber, direction, callingNumber",
  "callingPresentationIndicator, calledNumber, startTime, userTimeZone, answerIndicator, answerTime",
  "releaseTime, terminationCause, networkType, carrierIdentificationCode, dialedDigits",
  "callCategory, networkCallType, networkTranslatedNumber, networkTranslatedGroup, releasingParty",
  "route, networkCallID, codec, accessDeviceAddress, accessCallID, column 29, failoverCorrelationId",
  "column 31, group, department, accountCode, authorizationCode, originalCalledNumber",
  "originalCalledPresentationIndicator, originalCalledReason, redirectingNumber",
  "redirectingPresentationIndicator, redirectingReason, chargeIndicator, typeOfNetwork",
  "voicePortalInvocationTime, localCallId, remoteCallId, callingPartyCategory",
);
const FURTHER_BROADWORKS_COLUMNS = numberedColumns(48, 500);

const BROADWORKS: CallDialect = {
  about:
    "BroadWorks: CSV files of the accounting records of its Application Server, one leading line, no quotes. A base to extend: check the zone and what a site writes.",
  reads: "csv",
  csv: { header: "no", quotes: "backslash", skipFirst: 1 },
  columns: [...BROADWORKS_COLUMNS, ...FURTHER_BROADWORKS_COLUMNS],
  optionalColumns: [...BROADWORKS_COLUMNS.slice(14), ...FURTHER_BROADWORKS_COLUMNS],
  needs: {
    zone: "The specification says that times are UTC, but programs read them as the time on the wall. Compare a call that you made with its record.",
  },
  passOver: [{ column: "type", notIn: ["Normal"], why: "is no record of an ordinary call" }],
  direction: {
    inbound: [{ column: "direction", in: ["Terminating"] }],
    outbound: [{ column: "direction", in: ["Originating"] }],
  },
  unanswered: [{ column: "answerIndicator", in: ["No"] }],
  fields: {
    id: "recordId",
    target: "userNumber",
    external: { in: "callingNumber", out: "calledNumber" },
    start: { column: ["answerTime", "startTime"], time: "YYYYMMDDHHmmss.f" },
    duration: { between: ["answerTime", "releaseTime"], time: "YYYYMMDDHHmmss.f" },
    callGroup: "networkCallID",
  },
};

const AUDIOCODES_SBC: CallDialect = {
  about:
    "AudioCodes session border controllers: CDRs in syslog, cells between bars, a line of names before them. A base to extend: names change with release and settings.",
  reads: "csv",
  csv: { header: "yes", delimiter: "|", quotes: "none" },
  zone: "utc",
  passOver: [
    { column: "SBCReportType", in: ["SBCReportType"], why: "is a line of names" },
    { column: "SBCReportType", notIn: ["CALL_END"], why: "is not the end of a call" },
    { column: "Orig", in: ["LCL"], why: "is the outgoing leg of a call" },
  ],
  direction: {
    byNumber: [
      { column: "SrcURI", is: ["uriUser", { before: "@" }] },
      { column: "DstURI", is: ["uriUser", { before: "@" }] },
    ],
  },
  unanswered: [{ column: "ConnectTime", blank: true }],
  fields: {
    id: "SIPCallId",
    target: {
      in: { column: "DstURI", is: ["uriUser", { before: "@" }] },
      out: { column: "SrcURI", is: ["uriUser", { before: "@" }] },
    },
    external: {
      in: { column: "SrcURI", is: ["uriUser", { before: "@" }] },
      out: { column: "DstURI", is: ["uriUser", { before: "@" }] },
    },
    start: { column: ["ConnectTime", "SetupTime"], time: "HH:mm:ss.f Z DDD MMM DD YYYY" },
    duration: { column: "Durat", is: [{ duration: "s" }] },
    callGroup: "SessionId",
  },
};

export const EXCHANGE_DIALECTS: Readonly<Record<string, CallDialect>> = {
  "avaya-ipoffice-smdr": AVAYA_IPOFFICE_SMDR,
  "cucm-cdr": CUCM_CDR,
  "3cx-cdr": THREE_CX_CDR,
  broadworks: BROADWORKS,
  "audiocodes-sbc": AUDIOCODES_SBC,
};
