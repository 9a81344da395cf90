/** Schemas of the resources, field by field: they check bodies and describe answers. */
import * as z from "zod";
import { BOOK_LISTS } from "../../model/index.ts";
import { RESOURCE_NAMES, RESOURCES, type Resource, type ResourceName } from "./resources.ts";
import { schemaIn, schemaOut } from "./values.ts";

interface BodySchemas {
  readonly create: z.ZodType;
  readonly patch: z.ZodType;
}

/** Which fields of a new record may not be blank; its id and owner come from elsewhere. */
function isRequired(resource: Resource, name: string, written: z.ZodType): boolean {
  if (name === "id" || resource.parents.some(({ field }) => field === name)) return false;
  return !written.safeParse(undefined).success;
}

/**
 * Whether a book keeps any value of a field (`orUnreadable`): few rules read such fields, and the book opens without
 * them. In a body, an unreadable value is refused.
 */
function takesAnything(written: z.ZodType): boolean {
  return written.safeParse({}).success;
}

/** What the kind says of a value that is neither of it nor blank; a union says no more than "Invalid input". */
function ofKind({
  errors,
}: {
  readonly errors?: readonly (readonly z.core.$ZodIssue[])[];
}): string | undefined {
  return errors?.[0]?.[0]?.message;
}

function bodySchemas(resource: Resource): BodySchemas {
  const { written, fieldsRead } = BOOK_LISTS[resource.name];
  const { shape } = written as unknown as z.ZodObject;
  const fields = (required: boolean): Record<string, z.ZodType> =>
    Object.fromEntries(
      Object.entries(resource.fields).map(([name, kind]) => {
        const ofLibrary = fieldsRead.has(name) ? (shape[name] as z.ZodType | undefined) : undefined;
        if (ofLibrary === undefined || takesAnything(ofLibrary))
          return [name, z.union([schemaIn(kind), z.literal("")], { error: ofKind }).nullish()];
        return [name, required && isRequired(resource, name, ofLibrary) ? ofLibrary : ofLibrary.nullish()];
      }),
    );
  const object = resource.isCarrying ? z.looseObject : z.strictObject;
  const title = titleOf(resource);
  return {
    create: object(fields(true)).meta({ id: `New${title}` }),
    patch: object(fields(false)).meta({ id: `Changed${title}` }),
  };
}

/** `fixed fee tariff` as `FixedFeeTariff`. */
export function titleOf({ one }: Resource): string {
  return one
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

function answerSchema(resource: Resource): z.ZodType {
  const fields = Object.entries(resource.fields).map(([name, kind]) => {
    const schema = schemaOut(kind);
    return [name, name === "rates" ? schema.optional() : schema] as const;
  });
  return z.looseObject(Object.fromEntries(fields)).meta({ id: titleOf(resource) });
}

const byName = <T>(make: (resource: Resource) => T): Readonly<Record<ResourceName, T>> =>
  Object.fromEntries(RESOURCE_NAMES.map((name) => [name, make(RESOURCES[name])])) as Record<ResourceName, T>;

export const BODY_SCHEMAS = byName(bodySchemas);
/** By resource: the schema of a record in an answer. */
export const ANSWER_SCHEMAS = byName(answerSchema);
