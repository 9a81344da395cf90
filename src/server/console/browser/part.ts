/** A part of the page that shows the result of a request: one request at a time, errors with the API's texts. */
import { LEVEL_TOO_LOW, NO_KEY, Refused } from "./ask-server.ts";
import { byId, node } from "./nodes.ts";

let onNoKey = (): void => undefined;

/** Sets the action for answers that ask for a key. */
export function whenKeyIsMissing(act: () => void): void {
  onNoKey = act;
}

/** An error in the user's input, shown like errors of the API. */
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

  /** Clears the part, and aborts its running request. */
  clear(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#element.removeAttribute("aria-busy");
    this.#say("");
    this.#find(".trouble").replaceChildren();
    this.result.replaceChildren();
  }

  /**
   * Runs `work`, which asks the server and returns the final text of the status. Once its signal has aborted, because
   * another run began, `work` must not change the page.
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
