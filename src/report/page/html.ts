/** HTML that cannot be broken by what it shows: every value is escaped unless it is HTML already. */
import { harmlessInHtml } from "../plain-text.ts";
import type { PageAsset } from "./assets.js";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Finished HTML. Made by `html` and, for texts of our own, by `trusted`; nothing else is put in unescaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a template may hold. Nothing is shown for undefined, null and false. */
type Content = string | number | Html | readonly Content[] | undefined | null | false;

/** A template whose values are escaped, as text and in quoted attributes; finished HTML goes in as it is. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  let text = parts[0] ?? "";
  for (const [index, value] of values.entries()) text += contentText(value) + (parts[index + 1] ?? "");
  return new Html(text);
}

/** A text of this package's own, or one already escaped. */
function trusted(text: string): Html {
  return new Html(text);
}

function contentText(content: Content): string {
  if (content === undefined || content === null || content === false) return "";
  if (content instanceof Html) return content.text;
  if (typeof content === "string") return escapeHtml(content);
  if (typeof content === "number") return String(content);
  return content.map(contentText).join("");
}

/**
 * A value as text or as a quoted attribute. Control characters, which HTML does not allow, become the
 * replacement character. Marks that turn the direction of writing stay, as names may need them; the page
 * isolates each name (`<bdi>`), so that none reaches its neighbours.
 */
export function escapeHtml(value: string): string {
  return harmlessInHtml(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * A value as JSON inside `<script type="application/json">`. No `<`, `>` or `&` is left that could end the
 * element or open a comment; U+2028 and U+2029 are written as escapes, too.
 */
export function jsonData(value: unknown): Html {
  const escaped = (character: string): string =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return new Html(JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escaped));
}

/** What a page is made of, and so what it may do. */
interface PageActs {
  readonly style: PageAsset;
  readonly script?: PageAsset;
  /** Whether the script may compile WebAssembly, which is no more than it may do itself. */
  readonly allowsWebAssembly?: boolean;
  /** A page that a server answers asks that server, and shows its answers in a frame: pages of these assets. */
  readonly served?: { readonly framed: { readonly style: PageAsset; readonly script: PageAsset } };
}

interface PageParts extends PageActs {
  readonly title: string;
  readonly colorScheme: "light" | "light dark";
  readonly body: Html;
}

/**
 * The content security policy of a page. Only its own style sheet and script may act; nothing may be loaded, sent or
 * framed in. That of a page in a frame is both its own and that of the page around it, which has to admit it, too.
 */
export function pagePolicy({ style, script, allowsWebAssembly = false, served }: PageActs): string {
  const webAssembly = allowsWebAssembly ? " 'wasm-unsafe-eval'" : "";
  const admitted = (asset: PageAsset, framed: PageAsset | undefined): string =>
    [asset, ...(framed === undefined ? [] : [framed])].map(({ hash }) => `'${hash}'`).join(" ");
  return [
    "default-src 'none'",
    `style-src ${admitted(style, served?.framed.style)}`,
    ...(script === undefined ? [] : [`script-src ${admitted(script, served?.framed.script)}${webAssembly}`]),
    ...(served === undefined
      ? []
      : [
          "connect-src 'self'",
          "frame-src blob:",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
        ]),
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** A whole page. */
export function pageText(parts: PageParts): string {
  const { title, colorScheme, style, script, body } = parts;
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(parts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${colorScheme}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trusted(style.text)}</style>
</head>
<body>
${body}${script && html`<script>${trusted(script.text)}</script>\n`}</body>
</html>
`.text;
}
