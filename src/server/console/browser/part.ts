/** A part of the page that shows what came of a request: one at a time, with its errors in the API's own words. */
import { LEVEL_TOO_LOW, NO_KEY, Refused } from "./ask-server.ts";
import { byId, node } from "./nodes.ts";

let onNoKey = (): void => undefined;

/** Says what is done where the server asks for a key. */
export function whenKeyIsMissing(act: () => void): void {
  onNoKey = act;
}

/** What went wrong with what was typed in, told as the API's errors are. */
export class Mistake extends Error {}

export class Part {
  readonly #element: HTMLElement;
  #running: AbortController | undefined;

  constructor(id: string) {
    this.#element = byId(id);
  }

  get result(): HTMLElement {
    return this.#find(".result");
  }

  /** Forgets what is shown, and what is still asked for. */
  clear(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#element.removeAttribute("aria-busy");
    this.#say("");
    this.#find(".trouble").replaceChildren();
    this.result.replaceChildren();
  }

  /**
   * Does what asks the server. It gives what is to be told when it is done, and puts nothing into the page once its signal
   * says that something else was asked for.
   */
  async run(words: string, work: (signal: AbortSignal) => Promise<string>): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#find(".trouble").replaceChildren();
    this.#say(words);
    this.#element.setAttribute("aria-busy", "true");
    try {
      const done = await work(running.signal);
      if (!running.signal.aborted) this.#say(done);
    } catch (thrown) {
      if (running.signal.aborted) return;
      this.#say("");
      if (thrown instanceof Refused && thrown.code === NO_KEY) onNoKey();
      else this.#find(".trouble").replaceChildren(...troubleOf(thrown));
    } finally {
      if (this.#running === running) this.#element.removeAttribute("aria-busy");
    }
  }

  #say(text: string): void {
    this.#find(".status").textContent = text;
  }

  #find(selector: string): HTMLElement {
    return this.#element.querySelector(selector) as HTMLElement;
  }
}

const MOST_PROBLEMS = 20;

function troubleOf(thrown: unknown): readonly HTMLElement[] {
  if (thrown instanceof Mistake) return [node("p", {}, thrown.message)];
  if (!(thrown instanceof Refused)) {
    console.error(thrown);
    return [node("p", {}, "The console failed at this; the browser's own console says more.")];
  }
  const { title, message, code, problems } = thrown;
  const number = code === 0 ? "" : ` (${code})`;
  const told = [node("p", {}, node("strong", {}, `${title}${number}. `), message)];
  if (code === LEVEL_TOO_LOW) {
    told.push(node("p", {}, "Without keys the server gives everybody the level of its option --level."));
  }
  if (problems.length > 1) {
    const shown = problems.slice(0, MOST_PROBLEMS).map(({ path, message: why }) => `${path} ${why}`);
    return [...told, node("ul", {}, ...shown.map((text) => node("li", {}, text)))];
  }
  return told;
}
