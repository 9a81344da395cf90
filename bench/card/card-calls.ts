/** Calls for the card book, from a seed: October 2026 in order of start, about 95 bytes of CSV each. */
import { closeSync, openSync, writeSync } from "node:fs";
import { createRandom } from "../../fixtures/generator/index.mjs";
import { CARD_CALL_TYPE, type CardBook } from "./card-book.ts";

export const CARD_COLUMNS = [
  "id",
  "target",
  "external",
  "startDate",
  "startTime",
  "duration",
  "tariffType",
  "callTypeOriginationTypeFlag",
  "location",
] as const;

export type CardCall = Readonly<Record<(typeof CARD_COLUMNS)[number], string>>;

const SECONDS_OF_OCTOBER = 31 * 86_400;
/** One in five is not answered, one in five comes from a mobile, one in 500 goes where no rate is. */
const UNANSWERED = 0.2;
const FROM_MOBILE = 0.2;
const WITHOUT_RATE = 0.002;

export function* cardCalls(book: CardBook, calls: number, seed = 1): Generator<CardCall, void, void> {
  const random = createRandom(seed);
  for (let at = 0; at < calls; at++) {
    const numberAt = random.below(book.numbers.length);
    const tariffAt = Math.floor(numberAt / 10) % book.tariffs.length;
    const lines = book.tariffs[tariffAt]?.rates ?? [];
    // A few destinations have most of the calls.
    const prefix = lines[Math.floor(random.fraction() ** 2 * lines.length)]?.prefix ?? "";
    const start = Math.floor((at / calls) * SECONDS_OF_OCTOBER);
    const digits = random.chance(WITHOUT_RATE) ? "99" : prefix;
    yield {
      id: String(at + 1),
      target: internationalDigits(book.numbers[numberAt]?.number ?? ""),
      external:
        digits +
        String(random.below(10 ** 12))
          .padStart(12, "0")
          .slice(digits.length),
      startDate: `2026-10-${twoDigits(Math.floor(start / 86_400) + 1)}`,
      startTime: [(start / 3600) % 24, (start / 60) % 60, start % 60].map(twoDigits).join(":"),
      duration: random.chance(UNANSWERED) ? "0" : String(Math.ceil(random.logNormal(90, 1.2))),
      tariffType: CARD_CALL_TYPE,
      callTypeOriginationTypeFlag: random.chance(FROM_MOBILE) ? "mobile" : "",
      location: random.chance(0.05) ? `Exchange "${at % 100}", east` : `Exchange ${at % 100}`,
    };
  }
}

/** A UK number as printed, in the digits of a carrier's file: "020 7946 0018" is 442079460018. */
export function internationalDigits(number: string): string {
  return `44${number.slice(1).replaceAll(" ", "")}`;
}

/** Writes calls as CSV with a header, in pieces. */
export function writeCardCalls(path: string, calls: Iterable<CardCall>): void {
  const file = openSync(path, "w");
  let piece = `${CARD_COLUMNS.join(",")}\n`;
  for (const call of calls) {
    const { location } = call;
    const quoted = location.includes(",") ? `"${location.replaceAll('"', '""')}"` : location;
    piece += `${call.id},${call.target},${call.external},${call.startDate},${call.startTime},${call.duration},${call.tariffType},${call.callTypeOriginationTypeFlag},${quoted}\n`;
    if (piece.length > 65_536) {
      writeSync(file, piece);
      piece = "";
    }
  }
  writeSync(file, piece);
  closeSync(file);
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, "0");
}
