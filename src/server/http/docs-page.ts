/** The OpenAPI document as one page of HTML: no script, no external resources. */

type Json = Readonly<Record<string, unknown>>;

export function docsPage(document: object): string {
  const { info, paths, tags, servers, components } = document as {
    readonly info: { readonly title: string; readonly version: string; readonly description: string };
    readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
    readonly tags: readonly { readonly name: string }[];
    readonly servers: readonly { readonly url: string }[];
    readonly components: { readonly schemas: Json };
  };
  const base = servers[0]?.url ?? "";
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name }) => {
    const tagOperations = operations.filter(({ operation }) =>
      (operation.tags as readonly string[]).includes(name),
    );
    return `<section id="${text(name)}"><h2>${text(name)}</h2>${tagOperations.map((one) => operationHTML(base, one)).join("")}</section>`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${text(name)}"><summary>${text(name)}</summary>${fieldsHTML(schema as Json)}</details>`,
  );
  const links = [...tags.map(({ name }) => name), "records"].map(
    (name) => `<a href="#${text(name)}">${text(name)}</a>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)} ${text(info.version)}: requests</title><style>${STYLE}</style></head>
<body><header><h1>${text(info.title)} ${text(info.version)}</h1><p>${text(info.description)}</p>
<p>Paths begin at <code>${text(base)}</code>; the document is <a href="openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Sections">${links.join(" ")}</nav><main>${sections.join("")}
<section id="records"><h2>records</h2>${schemas.join("")}</section></main></body></html>`;
}

function operationHTML(
  base: string,
  { path, method, operation }: { path: string; method: string; operation: Json },
): string {
  const { summary, description, parameters = [], requestBody, operationId } = operation;
  const rows = (parameters as readonly Json[]).map((parameter) => {
    const schema = parameter.schema as Json;
    return `<tr><td><code>${text(parameter.name)}</code><td>${text(parameter.in)}<td>${typeText(schema)}`;
  });
  const body = schemaOf(requestBody);
  return `<details id="${text(operationId)}"><summary><b class="${text(method)}">${text(method.toUpperCase())}</b>
<code>${text(base)}${text(path)}</code> <span>${text(summary)}</span></summary>
${description === undefined ? "" : `<p>${text(description)}</p>`}
${rows.length === 0 ? "" : `<table><thead><tr><th>parameter<th>in<th>value</thead><tbody>${rows.join("")}</tbody></table>`}
${body === undefined ? "" : `<p>Body: ${typeText(body)}</p>${fieldsHTML(body)}`}</details>`;
}

function schemaOf(body: unknown): Json | undefined {
  const { content } = (body ?? {}) as {
    readonly content?: Readonly<Record<string, { readonly schema?: Json }>>;
  };
  return content?.["application/json"]?.schema;
}

/** The fields of an object, where the schema itself lists them. */
function fieldsHTML({ properties, required = [] }: Json): string {
  if (properties === undefined) return "";
  const needed = new Set(required as readonly string[]);
  const rows = Object.entries(properties as Json).map(([name, schema]) => {
    const mark = needed.has(name) ? " (required)" : "";
    return `<tr><td><code>${text(name)}</code>${mark}<td>${typeText(schema as Json)}`;
  });
  return `<table><thead><tr><th>field<th>value</thead><tbody>${rows.join("")}</tbody></table>`;
}

/** A schema in a few words; a named schema as a link. */
function typeText(schema: Json): string {
  const { $ref, anyOf, allOf, type, format, description, items } = schema;
  if (typeof $ref === "string") {
    const name = $ref.split("/").at(-1) ?? "";
    return `<a href="#schema-${text(name)}">${text(name)}</a>`;
  }
  const several = (anyOf ?? allOf) as readonly Json[] | undefined;
  const said = description === undefined ? "" : `, ${text(description)}`;
  if (several !== undefined) return `${[...new Set(several.map(typeText))].join(" or ")}${said}`;
  if (type === "array" && items !== undefined) return `list of ${typeText(items as Json)}`;
  const values = schema.enum as readonly unknown[] | undefined;
  if (values !== undefined) return values.map((value) => `<code>${text(value)}</code>`).join(", ");
  const word = Array.isArray(type) ? type.join(" or ") : (type ?? "any");
  return `${text(word)}${format === undefined ? "" : ` (${text(format)})`}${said}`;
}

function text(value: unknown): string {
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:70rem;padding:1rem}
nav a{margin-right:.75rem}details{border-top:1px solid #8884;padding:.35rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
summary span{opacity:.8}b{display:inline-block;min-width:4.5rem}table{border-collapse:collapse;margin:.5rem 0;width:100%}
td,th{text-align:left;padding:.15rem .75rem .15rem 0;vertical-align:top;border-bottom:1px solid #8882;overflow-wrap:anywhere}`;
