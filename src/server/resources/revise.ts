/** Writes to the book; faults that its checks find get the paths of the request. */
import { type BookData, BookError, type BookRevision, issueText } from "../../index.ts";
import type { BookListName } from "../../model/index.ts";
import { type FieldProblem, fieldError, ServerError, sentenceOf } from "../errors.ts";
import type { Action, RouteRequest } from "../http/index.ts";
import type { Store, Writing } from "../store/index.ts";
import type { Resource } from "./resources.ts";

interface Subject {
  readonly list: BookListName;
  readonly key: string;
}

/**
 * Changes the book. `earlierProblems` were found before; all faults are reported at once (H6).
 *
 * @throws ServerError 400002: paths of the subject's fields are those of the request, other paths those of the book
 */
export function revise(
  writing: Writing,
  change: BookRevision,
  subject?: Subject,
  earlierProblems: readonly FieldProblem[] = [],
): ReturnType<Writing["revise"]> {
  let problems: readonly FieldProblem[] = [];
  try {
    const revised = writing.revise(change);
    if (earlierProblems.length === 0) return revised;
  } catch (error) {
    if (!(error instanceof BookError)) throw error;
    problems = error.problems;
  }
  const prefix = subject === undefined ? "" : pathOf(writing, subject);
  const found = problems.map(({ path, message }) => ({
    path: prefix !== "" && path.startsWith(`${prefix}.`) ? path.slice(prefix.length + 1) : path,
    message,
  }));
  const known = new Set(found.map(({ path }) => path));
  throw fieldError([...earlierProblems.filter(({ path }) => !known.has(path)), ...found]);
}

/** The path of a record in the book; a new record is the last of its list. */
function pathOf({ book }: Writing, { list, key }: Subject): string {
  const records = ((book.source?.data as BookData | undefined)?.[list] ?? []) as readonly {
    readonly id?: unknown;
  }[];
  const index = records.findIndex(({ id }) => String(id) === key);
  return `${list}[${index < 0 ? records.length : index}]`;
}

/** Changes the book for an action: faults are 400502. */
export function reviseForAction(writing: Writing, change: BookRevision): void {
  try {
    writing.revise(change);
  } catch (error) {
    if (!(error instanceof BookError)) throw error;
    const words = error.problems.slice(0, 5).map(issueText);
    throw new ServerError(400502, `The book would be wrong: ${sentenceOf(words)}`, {
      problems: error.problems,
    });
  }
}

/** Runs a write for a request (H1, H31); its status goes to the log. */
export function writeFor<T>(
  request: Pick<RouteRequest, "store" | "caller" | "method" | "target">,
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  const { store, caller, method, target } = request;
  return store.write({ user: caller.user, method, path: target }, work);
}

/** What the actions of a resource's records have in common. */
export function actionOn({ name }: Resource): Pick<Action, "resource" | "tag" | "exists"> {
  const exists = async (store: Store, id: string) => (await store.present()).record(name, id) !== undefined;
  return { resource: name, tag: name, exists };
}
