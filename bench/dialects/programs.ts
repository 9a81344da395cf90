/** The programs whose files are compared with rows of our own: which of their columns hold which fields of a call. */
import type { CallRecord } from "tollbook";
import type { ReadableField } from "tollbook/files";

/** A field of a call; `start` is a date and a time, or an instant. */
export type OwnField = ReadableField | "start";

export interface Program {
  /**
   * The columns that stand under our own names in rows of our own. All others stand there under names that say nothing, and
   * behind them the fields that no single column holds.
   */
  readonly own: Readonly<Record<string, OwnField>>;
  /** What the other party's number begins with. */
  readonly dialled?: string;
  /** Whether only the first of the lines that it writes of a call is written. */
  readonly isFirstLineAlone?: boolean;
  /** What becomes of the row of an inbound call that is sent on: its text, and our own record of the onward call. */
  readonly onward?: (text: string, call: CallRecord) => { readonly text: string; readonly call: CallRecord };
}

/** Whose users dial a 9 for an outside line. */
const ABROAD = "00";

/** By the name of the preset that reads them. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  "uk-cdr": {
    own: {
      RecordID: "id",
      "Customer Identifier": "target",
      "Telephone Number Dialled": "external",
      "Call Date": "start",
      Duration: "duration",
      Salesprice: "costCDR",
      Carrier: "carrier",
      "Call Cause": "callTypeOriginationTypeFlag",
      Description: "location",
      Chargecode: "chargeBand",
      "Time Band": "tariffTime",
      "Salesprice (pre-bundle)": "costSuggestedRetail",
      Extension: "extension",
      "Grouping ID": "callGroup",
      Recording: "callTypeRecordingFlag",
      "Ring time": "answerTime",
      "NGCS Access Charge": "costCDRAccessCharge",
      "NGCS Service Charge": "costCDRBasic",
      "Total Bytes Transferred": "bytes",
    },
  },
  "asterisk-csv": {
    own: {
      src: "target",
      dst: "external",
      answer: "start",
      billsec: "duration",
      uniqueid: "id",
      linkedid: "callGroup",
    },
  },
  "freepbx-csv": {
    own: {
      calldate: "start",
      outbound_cnum: "target",
      src: "extension",
      dst: "external",
      billsec: "duration",
      uniqueid: "id",
      linkedid: "callGroup",
    },
  },
  "freeswitch-csv": {
    own: {
      caller_id_number: "target",
      destination_number: "external",
      answer_stamp: "start",
      billsec: "duration",
      uuid: "id",
    },
  },
  "freeswitch-csv-default": {
    own: {
      caller_id_number: "target",
      destination_number: "external",
      answer_stamp: "start",
      billsec: "duration",
      uuid: "id",
    },
  },
  "freeswitch-json": {
    own: {
      "variables/uuid": "id",
      "variables/answer_uepoch": "start",
      "variables/billsec": "duration",
      "callflow/0/caller_profile/caller_id_number": "target",
      "callflow/0/caller_profile/destination_number": "external",
    },
  },
  a2billing: {
    own: {
      id: "id",
      starttime: "start",
      sessiontime: "duration",
      calledstation: "external",
      src: "target",
    },
  },
  "yeti-csv": {
    own: {
      "Time Connect": "start",
      Duration: "duration",
      "Src Prefix In": "target",
      "Dst Prefix In": "external",
      "Customer Price": "costCDR",
      "Orig Call Id": "id",
    },
  },
  "kamailio-acc-cdrs": {
    own: {
      start_time: "start",
      duration: "duration",
      caller: "target",
      callee: "external",
      callid: "id",
    },
  },
  "opensips-acc": {
    own: { callid: "id", time: "start", ms_duration: "duration", caller: "target", callee: "external" },
  },
  "cgrates-json": {
    own: {
      OriginID: "id",
      Account: "target",
      Destination: "external",
      AnswerTime: "start",
      Usage: "duration",
    },
  },
  "graph-pstn-json": {
    own: {
      id: "id",
      callId: "callGroup",
      startDateTime: "start",
      duration: "duration",
      charge: "costCDR",
      calleeNumber: "external",
      callerNumber: "target",
      operator: "carrier",
    },
  },
  "graph-direct-routing-json": {
    own: {
      id: "id",
      correlationId: "callGroup",
      startDateTime: "start",
      endDateTime: "duration",
      callerNumber: "target",
      calleeNumber: "external",
    },
  },
  "teams-direct-routing-csv": {
    own: {
      CorrelationId: "id",
      "Start time": "start",
      "End time": "duration",
      "Caller Number": "target",
      "Callee Number": "external",
      "Shared correlation ID": "callGroup",
    },
  },
  "twilio-json": {
    own: {
      sid: "id",
      parent_call_sid: "aLegID",
      from: "target",
      to: "external",
      start_time: "start",
      duration: "duration",
      price: "costCDR",
    },
  },
  "bch-voice-cdr": {
    own: {
      aDate: "start",
      aDDI: "target",
      aCLI: "external",
      aSeconds: "duration",
      aCost: "costCDR",
      bType: "location",
      bRingtime: "answerTime",
    },
    onward: sentOn,
  },
  "avaya-ipoffice-smdr": {
    own: {
      "Call Start": "start",
      "Connected Time": "duration",
      "Ring Time": "answerTime",
      Caller: "target",
      "Called Number": "external",
      "Call ID": "id",
      Party1Device: "extension",
    },
    dialled: ABROAD,
  },
  "cucm-cdr": {
    own: {
      callingPartyNumber: "target",
      finalCalledPartyNumber: "external",
      dateTimeConnect: "start",
      pkid: "id",
      duration: "duration",
    },
    dialled: ABROAD,
  },
  "3cx-cdr": {
    own: {
      callid: "id",
      duration: "duration",
      "time-answered": "start",
      "from-no": "target",
      "from-dn": "extension",
      "dial-no": "external",
    },
  },
  broadworks: {
    own: {
      recordId: "id",
      userNumber: "target",
      calledNumber: "external",
      answerTime: "start",
      releaseTime: "duration",
      networkCallID: "callGroup",
    },
  },
  "audiocodes-sbc": {
    own: {
      SIPCallId: "id",
      SessionId: "callGroup",
      SrcURI: "target",
      DstURI: "external",
      Durat: "duration",
      ConnectTime: "start",
    },
    isFirstLineAlone: true,
  },
};

/** An onward call to the same number, answered for as long as the inbound one. */
function sentOn(text: string, call: CallRecord): { readonly text: string; readonly call: CallRecord } {
  const { id, external = "", startDate = "", startTime = "", duration } = call;
  const seconds = String(duration);
  const onward = [startDate, startTime, String(external), "Number", "1", "9", "19", seconds, "0.0000"];
  const row = text.trimEnd().split(",").slice(0, -onward.length);
  return {
    text: `${[...row, ...onward].join(",")}\n`,
    call: { ...call, id: [id, ...onward.slice(0, 3)].join("/"), costCDR: "0.0000" },
  };
}
