/** `drop` and `reinstate` of customers, numbers, services and features (H16, R20, R68). */
import * as z from "zod";
import { dateAfter, parseCivilDate } from "../../calendar/index.ts";
import { type BookRevision, dropFeature, type FeatureState, reinstateFeature } from "../../index.ts";
import { isBlank, SPELLING_FIELDS } from "../../model/index.ts";
import { ServerError } from "../errors.ts";
import { type Action, type Answer, action, type RouteRequest } from "../http/index.ts";
import type { RecordData, StoredRecord, Writing } from "../store/index.ts";
import { type BookView, type Listed, viewOf } from "./book-view.ts";
import { refuseDeleted } from "./deleted-customers.ts";
import { laidOver } from "./merge-record.ts";
import { RESOURCE_NAMES, RESOURCES, type Resource, type ResourceName } from "./resources.ts";
import { actionOn, reviseForAction, writeFor } from "./revise.ts";
import { ANSWER_SCHEMAS } from "./schemas.ts";
import { answerOf, foundRecord, recorded } from "./write-records.ts";

const words = z.string("is not text");
const date = z
  .string("is not a date; write YYYY-MM-DD")
  .refine((text) => text === "" || parseCivilDate(text) !== undefined, "is not a date; write YYYY-MM-DD")
  .meta({ format: "date" });
const optionalDate = date.nullish();
const optionalWords = words.nullish();

const dropSchema = z.strictObject({
  status: words,
  dateDrop: date,
  statusReason: optionalWords,
  dateBillTo: optionalDate,
  cancellationNoticeGivenDate: optionalDate,
  ignoreTrafficNumberType: optionalWords,
});
type Drop = z.output<typeof dropSchema>;

const reinstateSchema = z.strictObject({
  status: words,
  dateReinstate: date,
  statusReason: optionalWords,
  dateReinstateNumbersFeatures: optionalDate,
});
type Reinstatement = z.output<typeof reinstateSchema>;

/** The parameters of a resource, as in the seeds. */
function dropParameters(resource: ResourceName): z.ZodObject {
  if (resource === "features") {
    return dropSchema.omit({ cancellationNoticeGivenDate: true, ignoreTrafficNumberType: true });
  }
  const noticed = dropSchema.omit({ dateBillTo: true });
  return resource === "services" ? noticed.omit({ ignoreTrafficNumberType: true }) : noticed;
}

function reinstateParameters(resource: ResourceName): z.ZodObject {
  return resource === "customers"
    ? reinstateSchema
    : reinstateSchema.omit({ dateReinstateNumbersFeatures: true });
}

export const dropActions: readonly Action[] = RESOURCE_NAMES.map((name) => RESOURCES[name])
  .filter(({ canBeDropped }) => canBeDropped)
  .flatMap((resource) => {
    const common = {
      ...actionOn(resource),
      answers: { 200: ANSWER_SCHEMAS[resource.name] },
    };
    return [
      action({
        ...common,
        name: "drop",
        summary: `Drops a ${resource.one}.`,
        parameters: dropParameters(resource.name),
        required: ["status", "dateDrop"],
        handle: (request) => change(resource, request, (work) => work.drop(request.body as unknown as Drop)),
      }),
      action({
        ...common,
        name: "reinstate",
        summary: `Takes the drop of a ${resource.one} back.`,
        parameters: reinstateParameters(resource.name),
        required: ["status", "dateReinstate"],
        handle: (request) =>
          change(resource, request, (work) => work.reinstate(request.body as unknown as Reinstatement)),
      }),
    ];
  });

async function change(
  resource: Resource,
  request: RouteRequest,
  work: (change: StatusChange) => void,
): Promise<Answer> {
  const { id } = request.ids;
  const record = await writeFor(request, async (writing) => {
    const before = foundRecord(writing, resource, request);
    refuseDeleted(writing, resource.name, before.data, id);
    work(new StatusChange(writing, resource, before));
    return recorded(writing, resource, id);
  });
  return answerOf(resource, record, request, 200);
}

type Upserts = { [R in ResourceName]?: RecordData[] };

/** A change of the status of a record, and of the fields and records that depend on it. */
class StatusChange {
  readonly #writing: Writing;
  readonly #resource: Resource;
  readonly #before: StoredRecord;
  readonly #view: BookView;

  constructor(writing: Writing, resource: Resource, before: StoredRecord) {
    this.#writing = writing;
    this.#resource = resource;
    this.#before = before;
    this.#view = viewOf(writing.present);
  }

  drop(asked: Drop): void {
    this.#checkStatus(asked.status, true);
    if (this.#view.isDropped(this.#before)) throw this.#wrongState("dropped already");
    this.#dropAll([[this.#resource.name, this.#before]], asked);
    if (this.#resource.name !== "customers") return;
    // The customer comes first: the ends of its features depend on its cancellation notice.
    const { cancellationNoticeGivenDate: _notice, ...passedOn } = asked;
    const active = this.#ownedRecords().filter(([, record]) => !this.#view.isDropped(record));
    this.#dropAll(active, passedOn);
  }

  reinstate(asked: Reinstatement): void {
    this.#checkStatus(asked.status, false);
    if (!this.#view.isDropped(this.#before)) throw this.#wrongState("not dropped");
    this.#reinstateAll([[this.#resource.name, this.#before]], asked);
    const { dateReinstateNumbersFeatures: dropped } = asked;
    if (this.#resource.name !== "customers" || isBlank(dropped)) return;
    const back = this.#ownedRecords().filter(
      ([, record]) => this.#view.isDropped(record) && record.data.updatedDate === dropped,
    );
    this.#reinstateAll(back, asked);
  }

  /** The status has to agree with the action (R20). */
  #checkStatus(status: string, isDropped: boolean): void {
    if (this.#view.isDroppedStatus([status]) === isDropped) return;
    const means = isDropped ? "does not mean dropped" : "means dropped";
    throw new ServerError(
      400502,
      `The status ${JSON.stringify(status)} ${means}; the book's droppedStatuses say which do.`,
    );
  }

  #wrongState(state: string): ServerError {
    return new ServerError(409002, `The ${this.#resource.one} ${this.#before.key} is ${state}.`);
  }

  /** The numbers, services and features of the customer; features come last. */
  #ownedRecords(): [ResourceName, StoredRecord][] {
    const { key } = this.#before;
    const view = this.#view;
    const numbers = view.children("numbers", "customerID", key);
    const services = view.children("services", "customerID", key);
    const features = [
      ...view.children("features", "customerID", key),
      ...numbers.flatMap(({ record }) => view.children("features", "numberID", record.key)),
      ...services.flatMap(({ record }) => view.children("features", "serviceID", record.key)),
    ];
    const as =
      (name: ResourceName) =>
      (listed: Listed): [ResourceName, StoredRecord] => [name, listed.record];
    return [...numbers.map(as("numbers")), ...services.map(as("services")), ...features.map(as("features"))];
  }

  #dropAll(records: readonly [ResourceName, StoredRecord][], asked: Drop): void {
    const { dateDrop, dateBillTo, cancellationNoticeGivenDate, ignoreTrafficNumberType } = asked;
    // Numbers of one customer may share a spelling.
    const ignored = new Map<string, RecordData>();
    const upsert = this.#changed(records, asked, dateDrop, (name, record) => {
      const noticed = isBlank(cancellationNoticeGivenDate) ? {} : { cancellationNoticeGivenDate };
      if (name === "features") {
        const ended = () => dropFeature(this.#writing.book, record.key, { dateDrop, dateBillTo });
        return { ...noticed, ...this.#featureState(ended) };
      }
      if (name !== "numbers" || isBefore(record.data.billableTo, dateDrop)) return noticed;
      if (!isBlank(ignoreTrafficNumberType)) {
        for (const number of spellingsOf(record.data)) {
          ignored.set(number, { number, startDate: dateAfter(dateDrop, 1), reason: ignoreTrafficNumberType });
        }
      }
      return { ...noticed, billableTo: dateDrop };
    });
    this.#revise(upsert, [...ignored.values()]);
  }

  #reinstateAll(records: readonly [ResourceName, StoredRecord][], asked: Reinstatement): void {
    const { dateReinstate } = asked;
    const remove = new Set<object>();
    const upsert = this.#changed(records, asked, dateReinstate, (name, record) => {
      const { endDate, billableTo, updatedDate } = record.data;
      if (name === "features") {
        // A customer's drop never ends a feature before its day, so that an earlier end is the feature's own.
        if (this.#resource.name === "customers" && isBefore(endDate, updatedDate)) return {};
        return this.#featureState(() => reinstateFeature(this.#writing.book, record.key, { dateReinstate }));
      }
      if (name !== "numbers") return {};
      for (const entry of this.#ignoredSince(record.data)) remove.add(entry);
      return isBefore(billableTo, updatedDate) ? {} : { billableTo: null };
    });
    this.#revise(upsert, [], [...remove]);
  }

  /** Records with the status that is asked for, and with fields of their own. */
  #changed(
    records: readonly [ResourceName, StoredRecord][],
    { status, statusReason = null }: Drop | Reinstatement,
    day: string,
    fieldsOf: (name: ResourceName, record: StoredRecord) => object,
  ): Upserts {
    const common = { status, statusReason, statusChangedStamp: this.#writing.stamp, updatedDate: day };
    const upsert: Upserts = {};
    for (const [name, record] of records) {
      const changed = laidOver(record.data, { ...common, ...fieldsOf(name, record) });
      upsert[name] = [...(upsert[name] ?? []), changed];
    }
    return upsert;
  }

  /** The fields of a feature that a drop or reinstatement changes; an error of the library becomes 400502. */
  #featureState(state: () => FeatureState): Record<string, unknown> {
    try {
      const { id: _id, ...fields } = state();
      return fields;
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
      throw new ServerError(400502, error.message.replace(/^\w+: /, ""));
    }
  }

  /** Entries of ignored traffic that the drop of a number made. */
  #ignoredSince(data: RecordData): object[] {
    const { updatedDate } = data;
    if (typeof updatedDate !== "string" || parseCivilDate(updatedDate) === undefined) return [];
    const startDate = dateAfter(updatedDate, 1);
    const spelt = new Set(spellingsOf(data));
    return this.#writing.present
      .records("ignoredNumbers")
      .map((record) => record.data)
      .filter(({ number, startDate: from }) => spelt.has(String(number)) && from === startDate);
  }

  #revise(upsert: Upserts, ignored: RecordData[], remove: object[] = []): void {
    const lists = ignored.length === 0 ? upsert : { ...upsert, ignoredNumbers: ignored };
    const removed = remove.length === 0 ? {} : { remove: { ignoredNumbers: remove } };
    if (Object.keys(lists).length > 0)
      reviseForAction(this.#writing, { upsert: lists, ...removed } as unknown as BookRevision);
  }
}

/** Whether a record's end lies before a day. */
function isBefore(end: unknown, day: unknown): boolean {
  return typeof day === "string" && !isBlank(end) && String(end) < day;
}

/** The texts by which calls name a number. */
function spellingsOf(data: RecordData): readonly string[] {
  const spelt = SPELLING_FIELDS.map((field) => data[field])
    .filter((one) => !isBlank(one))
    .map(String);
  return [...new Set(spelt)];
}
