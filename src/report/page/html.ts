/** HTML templates that escape every value, unless the value is HTML already. */
import { harmlessInHtml } from "../plain-text.ts";
import type { PageAsset } from "./assets.js";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Finished HTML. Made by `html` and of texts of this package; nothing else is inserted unescaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The values of a template. Undefined, null and false are shown as nothing. */
type Content = string | number | Html | readonly Content[] | undefined | null | false;

/** A template whose values are escaped, as text and in quoted attributes; finished HTML is inserted unescaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  let text = parts[0] ?? "";
  for (const [index, value] of values.entries()) text += contentText(value) + (parts[index + 1] ?? "");
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
 * Escapes a value as text or as a quoted attribute. Control characters that HTML does not allow become the replacement
 * character. Bidirectional control characters stay, because names may need them; the page isolates each name (`<bdi>`)
 * from its neighbours.
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

/** The assets of a page and the rights of its script, which decide the page's policy. */
interface PageActs {
  readonly style: PageAsset;
  readonly script?: PageAsset;
  /** Whether the script may compile WebAssembly, which gives the script no further rights. */
  readonly allowsWebAssembly?: boolean;
  /** For a page that sends requests to its server and shows the answers, pages of these assets, in a frame. */
  readonly served?: { readonly framed: { readonly style: PageAsset; readonly script: PageAsset } };
}

interface PageParts extends PageActs {
  readonly title: string;
  readonly colorScheme: "light" | "light dark";
  readonly body: Html;
}

/**
 * The content security policy of a page. Only the page's own style sheet and script are admitted; nothing may be
 * loaded, sent or framed. A page in a frame is subject to its own policy and to the policy of the page around it, which
 * has to admit the assets of both.
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
<style>${new Html(style.text)}</style>
</head>
<body>
${body}${script && html`<script>${new Html(script.text)}</script>\n`}</body>
</html>
`.text;
}
