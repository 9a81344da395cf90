/**
 * `applyIncrease` and `createIncreaseVersion` of tariffs, fixed fee tariffs and standard features (H15, R50 to R58).
 */
import * as z from "zod";
import {
  type ActionRequest,
  type BookRevision,
  type IncreaseResource,
  type IncreaseResult,
  isActionError,
  performAction,
  type VersionResult,
} from "../../index.ts";
import { isBlank } from "../../model/index.ts";
import { actionFailure, ServerError } from "../errors.ts";
import { type Action, type Answer, action, flagParameter, type RouteRequest } from "../http/index.ts";
import { RESOURCE_NAMES, RESOURCES, type Resource } from "./resources.ts";
import { actionOn, reviseForAction, writeFor } from "./revise.ts";
import { ANSWER_SCHEMAS } from "./schemas.ts";
import { answerOf, foundRecord, recorded } from "./write-records.ts";

/** The library checks the parameters, in the order of its errors (R56); this schema only documents them. */
const amount = z.unknown().meta({ type: ["string", "number", "null"] });
const parameters = z.looseObject({
  increasePercent: amount.optional(),
  increaseAmount: amount.optional(),
  increaseScope: z.unknown().optional().meta({ type: "string" }),
  effectiveDate: z
    .unknown()
    .optional()
    .meta({ type: ["string", "null"], format: "date" }),
});

/** Fields of the library's requests that are not parameters of the platform's actions. */
const NOT_HERE = ["resource", "id", "action", "newId", "keepDefaults"] as const;

/** The schema of an answer: the record, or with `?report` the report. */
function answered({ name }: Resource): z.ZodType {
  const record = ANSWER_SCHEMAS[name];
  const report = z.strictObject({
    record,
    created: z.boolean(),
    kept: z.array(z.looseObject({})),
    notReached: z.array(z.looseObject({})),
    stale: z.boolean(),
    tiesWithSource: z.boolean(),
    skipped: z.boolean(),
  });
  return z.union([record, report]);
}

export const increaseActions: readonly Action[] = RESOURCE_NAMES.map((name) => RESOURCES[name])
  .filter(({ canBeIncreased }) => canBeIncreased)
  .flatMap((resource) => {
    const common = {
      ...actionOn(resource),
      parameters,
      required: ["increaseScope"],
      query: { report: flagParameter },
    };
    return [
      action({
        ...common,
        name: "applyIncrease",
        level: 5,
        summary: `Raises the prices of a ${resource.one} in place.`,
        answers: { 200: answered(resource) },
        handle: (request) => raise(resource, "applyIncrease", request),
      }),
      action({
        ...common,
        name: "createIncreaseVersion",
        summary: `Makes a new ${resource.one} with raised prices, or returns the one that there is.`,
        answers: { 200: answered(resource), 201: answered(resource) },
        handle: (request) => raise(resource, "createIncreaseVersion", request),
      }),
    ];
  });

async function raise(
  resource: Resource,
  name: "applyIncrease" | "createIncreaseVersion",
  request: RouteRequest,
): Promise<Answer> {
  const { caller } = request;
  const { id } = request.ids;
  const done = await writeFor(request, async (writing) => {
    foundRecord(writing, resource, request);
    const asked = { ...askedOf(request), action: name, resource: resource.name as IncreaseResource, id };
    const newId = name === "createIncreaseVersion" ? { newId: await writing.nextID(resource.name) } : {};
    const wanted: ActionRequest = { ...asked, ...newId };
    const result = performAction(writing.present.data, wanted, caller.level);
    if (isActionError(result)) throw actionFailure(result);
    const isNew = "created" in result && result.created;
    if (isNew) writing.status = 201;
    const isWritten = isNew || (name === "applyIncrease" && result.skipped !== true);
    if (isWritten) {
      reviseForAction(writing, { upsert: { [resource.name]: [result.record] } } as unknown as BookRevision);
    }
    return { result, isNew, record: recorded(writing, resource, String(result.record.id)) };
  });
  const answer = await answerOf(resource, done.record, request, done.isNew ? 201 : 200);
  return request.query.report === true ? { ...answer, body: reportOf(answer.body, done.result) } : answer;
}

/** The parameters for the library; other fields of its requests are unknown parameters here. */
function askedOf({ json }: RouteRequest): Record<string, unknown> {
  const foreign = NOT_HERE.filter((name) => Object.hasOwn(json, name));
  const { increasePercent, increaseAmount } = json;
  if (foreign.length > 0 && isBlank(increasePercent) !== isBlank(increaseAmount)) {
    throw new ServerError(400502, `${foreign.join(", ")} is no parameter of an increase.`);
  }
  return Object.fromEntries(
    Object.entries(json).filter(([name]) => !NOT_HERE.some((other) => other === name)),
  );
}

function reportOf(record: unknown, result: IncreaseResult | VersionResult): object {
  const { kept, notReached } = result;
  const version: Partial<VersionResult> = result;
  return {
    record,
    created: version.created === true,
    kept,
    notReached,
    stale: version.stale === true,
    tiesWithSource: version.tiesWithSource === true,
    skipped: result.skipped === true,
  };
}
