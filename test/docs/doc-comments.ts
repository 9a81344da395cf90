/** The examples in the doc comments of a source file. */

/** One `@example`, or one fenced block of a doc comment. */
export interface CommentExample {
  readonly text: string;
  /** The line of the file on which it begins. */
  readonly line: number;
}

const COMMENT = /\/\*\*[\s\S]*?\*\//g;

/** All examples of a source file, in order. */
export function commentExamples(source: string): CommentExample[] {
  const examples: CommentExample[] = [];
  for (const comment of source.matchAll(COMMENT)) {
    const first = source.slice(0, comment.index).split("\n").length;
    const lines = comment[0]
      .replace(/^\/\*\*/, "")
      .replace(/\*\/$/, "")
      .split("\n")
      .map((line) => line.replace(/^\s*\* ?/, ""));
    let open: { text: string[]; line: number } | undefined;
    const close = (): void => {
      const text = open?.text.join("\n").trim() ?? "";
      if (open !== undefined && text !== "") examples.push({ text, line: open.line });
      open = undefined;
    };
    let isFenced = false;
    for (const [at, line] of lines.entries()) {
      if (line.startsWith("```")) {
        close();
        isFenced = !isFenced;
        if (isFenced) open = { text: [], line: first + at + 1 };
      } else if (!isFenced && /^\s?@\w/.test(line)) {
        close();
        const inline = /^\s?@example\b(.*)$/.exec(line);
        if (inline !== null) open = { text: [inline[1] ?? ""], line: first + at };
      } else {
        open?.text.push(line);
      }
    }
    close();
  }
  return examples;
}
