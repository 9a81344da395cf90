/** The limits of a batch, in any format (H33). */
import { ServerError } from "../errors.ts";

export const MOST_BATCH_CALLS = 250_000;
/** Most fields of all calls of a batch, nested fields included. */
const MOST_BATCH_FIELDS = 5_000_000;

/** Counts the calls of a batch and their fields. */
export class BatchSize {
  #calls = 0;
  #fields = 0;

  /**
   * Counts a call, or a line without a call.
   *
   * @throws ServerError 413001 above the limits of a batch
   */
  add(call: unknown): void {
    this.#calls++;
    this.#fields += fieldsOf(call);
    if (this.#calls > MOST_BATCH_CALLS) throw tooMany(`${MOST_BATCH_CALLS} calls`);
    if (this.#fields > MOST_BATCH_FIELDS) throw tooMany(`${MOST_BATCH_FIELDS} fields in its calls`);
  }
}

function tooMany(most: string): ServerError {
  return new ServerError(
    413001,
    `A batch has at most ${most}; send the rest as a batch of its own, under a key of its own.`,
  );
}

function fieldsOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let fields = 0;
  for (const field of Object.values(value)) fields += 1 + fieldsOf(field);
  return fields;
}
