/** R3 and R11: where each call of a block came from, and whether it was recorded. */
import { FLAG, type KnownNames, type OpenedNumber } from "../book/index.ts";
import type { ColumnBlock } from "./column-block.ts";

/** Rows whose recording flag says neither yes nor no are malformed, as their records will say. */
export function readFlags(block: ColumnBlock, known: KnownNames<OpenedNumber>): void {
  const { first, count, isPlain, origin, recorded } = block;
  const { originationFlag, recordingFlag } = block.columns;
  for (let at = 0; at < count; at++) {
    const row = first + at;
    const originCode = originationFlag[row] as number;
    const recordingCode = recordingFlag[row] as number;
    origin[at] = 0;
    recorded[at] = 0;
    if ((originCode | recordingCode) === 0 || isPlain[at] === 0) continue;
    if (originCode !== 0) origin[at] = known.flag(originCode) & FLAG.ORIGIN;
    if (recordingCode === 0) continue;
    const recording = known.flag(recordingCode);
    if ((recording & FLAG.NO_RECORDING) !== 0) isPlain[at] = 0;
    else if ((recording & FLAG.RECORDED) !== 0) recorded[at] = 1;
  }
}
