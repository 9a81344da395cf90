/** The fenced blocks of a Markdown page. */

/** One fenced block. */
export interface Block {
  /** First word behind the fence: `ts`, `sh`, `text`, `json`. */
  readonly language: string;
  /** Whether it shows what the block before it prints: a fence that says `text printed`. */
  readonly isPrinted: boolean;
  /** Exit status of the commands above it, `text printed exit=3`. */
  readonly exitCode: number;
  readonly text: string;
  /** The line of the page on which the text begins. */
  readonly line: number;
}

const FENCE = /^```(\S*)\s*(.*)$/;

/** All fenced blocks, in order. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  const lines = page.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const fence = FENCE.exec(lines[at] ?? "");
    if (fence === null) continue;
    const [, language = "", words = ""] = fence;
    const end = lines.indexOf("```", at + 1);
    if (end < 0) throw new Error(`line ${at + 1}: the block has no end`);
    blocks.push({
      language,
      isPrinted: words.startsWith("printed"),
      exitCode: Number(/exit=(\d+)/.exec(words)?.[1] ?? 0),
      text: lines.slice(at + 1, end).join("\n"),
      line: at + 2,
    });
    at = end;
  }
  return blocks;
}

/** A block that is run, and what the page says it prints. */
export interface Example {
  readonly block: Block;
  readonly printed: Block | undefined;
}

/** The blocks of a language, each with the `text printed` block right behind it. */
export function examplesOf(page: string, language: string): Example[] {
  const blocks = blocksOf(page);
  return blocks.flatMap((block, at) => {
    if (block.language !== language) return [];
    const next = blocks[at + 1];
    return [{ block, printed: next?.isPrinted === true ? next : undefined }];
  });
}

/**
 * Whether a text is what a page says: `…` stands for anything within a line, and alone on a line for any
 * lines. White space at the ends of lines does not count.
 */
export function isAsPrinted(actual: string, expected: string): boolean {
  const pattern = expected
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd())
    .map((line) =>
      line.trim() === "…" ? "(?:[^\\n]*\\n)*?" : `${line.split("…").map(escaped).join("[^\\n]*")}\\n`,
    )
    .join("");
  const text = `${actual
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")}\n`;
  return new RegExp(`^${pattern}$`).test(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
