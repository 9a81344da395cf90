/** The programs whose files are compared with rows of our own: which of their columns hold which fields of a call. */
import type { CallRecord } from "tollbook";

/** A field of a call; `start` is a date and a time, or an instant. */
export type OwnField = "id" | "target" | "external" | "start" | "duration" | "carrier" | "costCDR";

export interface Program {
  /** What stands under our own name in rows of our own; all other columns stand there under names that say nothing. */
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
    },
  },
  "asterisk-csv": {
    own: { src: "target", dst: "external", answer: "start", billsec: "duration", uniqueid: "id" },
  },
  "freepbx-csv": {
    own: {
      calldate: "start",
      outbound_cnum: "target",
      dst: "external",
      billsec: "duration",
      uniqueid: "id",
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
    },
  },
  "twilio-json": {
    own: {
      sid: "id",
      from: "target",
      to: "external",
      start_time: "start",
      duration: "duration",
      price: "costCDR",
    },
  },
  "bch-voice-cdr": {
    own: { aDate: "start", aDDI: "target", aCLI: "external", aSeconds: "duration", aCost: "costCDR" },
    onward: sentOn,
  },
  "avaya-ipoffice-smdr": {
    own: {
      "Call Start": "start",
      "Connected Time": "duration",
      Caller: "target",
      "Called Number": "external",
      "Call ID": "id",
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
    },
  },
  "audiocodes-sbc": {
    own: {
      SIPCallId: "id",
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
