/** The error table of a feature: the codes, the field each names, and the sentence. */
export class ChargeError extends Error {
  readonly code: string;
  readonly field: string;

  constructor(code: string, field: string, message: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}
