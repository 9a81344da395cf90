/** Answers to the calls of a batch that are not stored with it: earlier results, or errors (H24). */
import { asReadBefore, FailedCall } from "../../engine/index.ts";
import { unreadableCall } from "../../files/index.ts";
import { type CallResult, createRater, createTally, type TallyReport } from "../../index.ts";
import type { Sql } from "../database/index.ts";
import type { Present } from "../store/index.ts";
import type { OtherAnswer } from "./batch-answer.ts";
import type { IncomingCall } from "./incoming-call.ts";
import type { Finding } from "./known-calls.ts";

/** The answers to the calls that are not stored with their batch. */
export interface OtherAnswers {
  readonly answers: readonly OtherAnswer[];
  /** Results as JSON, by the position of their calls. */
  readonly records: ReadonlyMap<number, string>;
  /** Calls that were stored before and have the same content. */
  readonly repeated: number;
  /** The ids of repeated calls that still wait to be priced. */
  readonly waiting: readonly string[];
  /** The tally of the refused calls. */
  readonly report: TallyReport;
}

/** Answers the calls of a batch that are not new. */
export async function answerOthers(
  sql: Sql,
  { book }: Present,
  calls: readonly IncomingCall[],
  findings: readonly Finding[],
): Promise<OtherAnswers> {
  const stored = await storedResults(sql, findings);
  const rate = createRater(book, { duplicates: "keep" });
  const answers: OtherAnswer[] = [];
  const records = new Map<number, string>();
  const waiting: string[] = [];
  const tally = createTally(book);
  let repeated = 0;
  for (const [at, call] of calls.entries()) {
    const finding = findings[at] as Finding;
    const { position, line, problem } = call;
    if (finding.kind === "new") continue;
    if (finding.kind === "stored" && finding.isSame) {
      const known = stored.get(finding.id);
      repeated++;
      answers.push({ line: position, callID: finding.id, attempt: known?.attempt ?? 1 });
      if (known === undefined) waiting.push(finding.id);
      else records.set(position, known.record);
    } else {
      const result =
        problem === undefined ? refused(call, finding, rate(call.call, line)) : unreadableCall(problem);
      const record = JSON.stringify(result);
      tally.add(result);
      records.set(position, record);
      answers.push({ line: position, record });
    }
  }
  return { answers, records, repeated, waiting, report: tally.report() };
}

/** The result of a call that is not stored. */
function refused(call: IncomingCall, finding: Finding, result: CallResult): CallResult {
  if (finding.kind === "readBefore") return asReadBefore(result, call.call, finding.field);
  if (finding.kind === "badID") {
    const isToldAlready = result.outcome === "error" && result.field === "id";
    if (isToldAlready || typeof call.call !== "object" || call.call === null) return result;
    const message = `id: ${JSON.stringify(call.call.id)} is not an integer from 1 to 9223372036854775807, as ids of stored calls are.`;
    return new FailedCall(result.id, result.line, "malformed-record", message, "id");
  }
  const told = asReadBefore(result, call.call, finding.kind === "stored" ? finding.field : "id");
  if (told === result || told.outcome !== "error") return told;
  const field = told.field as "id" | "carrierCallID";
  const message = `A call with the ${field} ${String(call.call[field])} is stored, and says something else.`;
  return new FailedCall(told.id, told.line, "duplicate-call", message, field);
}

interface StoredResult {
  readonly call_id: string;
  readonly attempt: number;
  readonly record: string;
}

/** The latest results of stored calls that came again. */
async function storedResults(
  sql: Sql,
  findings: readonly Finding[],
): Promise<ReadonlyMap<string, StoredResult>> {
  const ids = findings.flatMap((finding) =>
    finding.kind === "stored" && finding.isSame ? [finding.id] : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await sql.query<StoredResult>(
    `SELECT r.call_id, r.attempt, r.record FROM results r JOIN unnest($1::bigint[]) AS wanted (id) ON r.call_id = wanted.id
     WHERE r.latest`,
    [ids],
  );
  return new Map(rows.map((row) => [row.call_id, row]));
}
