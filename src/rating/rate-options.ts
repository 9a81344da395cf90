/** How calls are rated. */
export interface RateOptions {
  /** Ignores a record's own `tariffType` and `tariffTime`, for rating again (R22). Default false. */
  readonly reclassify?: boolean;
  /** The record's place in its file, given back for a call without an id (R30). */
  readonly line?: number;
}
