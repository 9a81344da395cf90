/** Opens a call dialect: merges its presets, checks it, resolves its columns, and adds the choices of a run. */
import { knownOptions } from "../../names/index.ts";
import { checkedSettings, completed, faulty, type PresetKind, readSettings } from "../preset-files.ts";
import type { CallDialect, DialectChoices } from "./call-dialect.ts";
import { CheckedChoices } from "./dialect-choices.ts";
import { LegOpener } from "./open-legs.ts";
import type { OpenedCallDialect, OpenedLeg } from "./opened-dialect.ts";
import { CALL_DIALECTS } from "./presets/index.ts";
import { type CheckedCallDialect, checkedDialectSchema } from "./schema/index.ts";

const checkChoices = knownOptions<DialectChoices>("openCallDialect", {
  zone: "text",
  carrier: "text",
  year: "any",
  book: "any",
});

const CALL_DIALECT: PresetKind<CallDialect> = {
  what: "dialect",
  presets: CALL_DIALECTS,
  base: undefined,
  tables: ["csv", "fields", "set", "needs", "headerNames", "direction"] satisfies (keyof CallDialect)[],
  nullTakesAway: true,
};

/**
 * Completes a dialect with its presets and choices, and checks it. Throws a FileError that lists all faults of the
 * dialect and all choices that are missing.
 *
 * @example
 * openCallDialect({ reads: "csv", zone: "utc", fields: { target: "Caller" } }).neededColumns; // => ["Caller"]
 */
export function openCallDialect(
  dialect: CallDialect | string,
  choices: DialectChoices = {},
  name = typeof dialect === "string" ? dialect : "dialect",
): OpenedCallDialect {
  checkChoices(choices);
  return openWith(dialect, choices, name);
}

/**
 * The dialect of a preset's name, else of a JSON file, checked except for what a run chooses. Throws a FileError that
 * lists all faults of the dialect.
 */
export function readCallDialect(nameOrPath: string): Promise<CallDialect> {
  return readSettings(CALL_DIALECT, nameOrPath, (dialect, name) => openWith(dialect, undefined, name));
}

/** A dialect with what its presets say, unchecked. */
export function wholeDialect(dialect: CallDialect, name: string): CallDialect {
  return completed(CALL_DIALECT, { ...dialect }, name);
}

/** Opens a dialect; without `choices`, what a run chooses is not asked for. Throws like `openCallDialect`. */
export function openWith(
  dialect: CallDialect | string,
  choices: DialectChoices | undefined,
  name: string,
): OpenedCallDialect {
  const checked = checkedSettings(CALL_DIALECT, dialect, name, checkedDialectSchema);
  const chosen = new CheckedChoices(checked, choices);
  const opener = new LegOpener(checked, chosen);
  const passOver = checked.passOver.map((rows, index) => opener.passOver(rows, ["passOver", index]));
  const legs = openLegs(checked, opener);
  const { csv, reads, records } = checked;
  const { currency } = chosen;
  const opened: OpenedCallDialect = {
    name,
    reads,
    csv: { ...csv, header: opener.header },
    columns: opener.columnsOfFile,
    fixed: opener.fixedColumns,
    headerColumns: opener.headerColumns,
    optionalColumns: opener.optionalColumns,
    records,
    blank: new Set(checked.blank),
    currency:
      currency?.column === undefined
        ? undefined
        : { column: opener.column(currency.column, ["currency", "column"]), is: currency.is },
    passOver,
    legs,
    fieldColumns: opener.fieldColumns,
    // After everything that adds to the used columns.
    paths: opener.usedColumns,
    neededColumns: opener.neededColumns,
    columnsByKey: opener.columnsByKey,
    year: chosen.year,
    book: chosen.book,
  };
  if (choices !== undefined) chosen.checkUse(choices);
  const faults = [...opener.faults, ...chosen.faults];
  if (faults.length > 0) throw faulty(name, faults);
  return opened;
}

/** The calls of a row: one, or one for each leg, whose settings override those of the dialect. */
function openLegs(checked: CheckedCallDialect, opener: LegOpener): readonly OpenedLeg[] {
  const { direction, unanswered, fields = {}, set = new Map() } = checked;
  const common = { passOver: [], direction, unanswered, fields, set };
  if (checked.legs.length === 0) return [opener.leg(common, [])];
  return checked.legs.map((leg, index) =>
    opener.leg(
      {
        when: leg.when,
        passOver: leg.passOver ?? [],
        direction: leg.direction === undefined ? direction : { ...direction, ...leg.direction },
        unanswered: leg.unanswered ?? unanswered,
        fields: { ...fields, ...leg.fields },
        set: new Map([...set, ...(leg.set ?? [])]),
      },
      ["legs", index],
    ),
  );
}
