/**
 * The script of a live page: reads the carried month, and prices the calls again with every change of a field. The
 * script builds nodes and sets their text, never HTML, so that no name of the book can become markup.
 */
import { isActionError } from "../../../index.ts";
import type { PreviewFigures } from "../../../preview/index.ts";
import { byId, element } from "../../elements/index.ts";
import { type MoneyText, moneyText } from "../../money-text.ts";
import { classWords } from "../../preview-words.ts";
import { readMonth } from "../carried-month.ts";
import {
  CUSTOMERS_AT_FIRST,
  classLine,
  type Figure,
  figureLine,
  headlineFigures,
  LINE_COLUMNS,
  largestMoves,
  MOVES,
  moveText,
  shownText,
} from "../live-figures.ts";
import { type Percentages, Repricing } from "../reprice.ts";

class LivePage {
  readonly #slider = byId<HTMLInputElement>("slider");
  readonly #percent = byId<HTMLInputElement>("percent");
  readonly #classes = [...document.querySelectorAll<HTMLInputElement>(".class-percent")];
  readonly #find = byId<HTMLInputElement>("find");
  readonly #first = this.#percent.value;
  readonly #repricing: Repricing;
  readonly #calls: number;
  #figures: PreviewFigures | undefined;
  #money: MoneyText | undefined;
  #shown = CUSTOMERS_AT_FIRST;
  #isWaiting = false;

  constructor({ month, columns }: Awaited<ReturnType<typeof readMonth>>) {
    this.#repricing = new Repricing(month, columns);
    this.#calls = month.calls;
  }

  start(): void {
    this.#slider.addEventListener("input", () => {
      this.#percent.value = this.#slider.value;
      this.#changed();
    });
    this.#percent.addEventListener("input", () => {
      const percent = percentOf(this.#percent.value);
      if (percent !== undefined) this.#slider.value = percent;
      this.#changed();
    });
    for (const field of this.#classes) field.addEventListener("input", () => this.#changed());
    byId("reset").addEventListener("click", () => {
      this.#percent.value = this.#slider.value = this.#first;
      for (const field of this.#classes) field.value = "";
      this.#changed();
    });
    this.#find.addEventListener("input", () => this.#showCustomers());
    byId("show-more").addEventListener("click", () => {
      this.#shown += CUSTOMERS_AT_FIRST;
      this.#showCustomers();
    });
    this.#price();
  }

  /** Prices once a frame, no matter how often the slider moves. */
  #changed(): void {
    for (const field of this.#classes) field.placeholder = this.#percent.value;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.#price();
    });
  }

  #price(): void {
    const state = byId("state");
    const percentages = this.#percentages();
    if (percentages === undefined) {
      state.textContent = `Write percentages as 3.5 or -2; ${this.#asBefore()}.`;
      return;
    }
    const started = performance.now();
    const figures = this.#repricing.figures(percentages);
    if (isActionError(figures)) {
      state.textContent = `${figures.hint} Until then ${this.#asBefore()}.`;
      return;
    }
    byId("change-text").textContent = this.#changeText();
    this.#figures = figures;
    this.#money ??= moneyText(figures.currency, figures.currencyDecimals);
    this.#show(figures, this.#money);
    const took = Math.round(performance.now() - started);
    state.textContent = `${this.#calls.toLocaleString("en-GB")} calls priced again in ${took} ms.`;
    state.dataset.milliseconds = String(took);
  }

  /** Undefined where a field is no percentage. */
  #percentages(): Percentages | undefined {
    const overall = this.#percent.value.trim();
    const percentages = new Map<string, string>();
    for (const field of this.#classes) {
      const percent = percentOf(field.value.trim() || overall);
      if (percent === undefined) return undefined;
      percentages.set(field.dataset.class as string, percent);
    }
    return percentages;
  }

  #changeText(): string {
    const set = this.#classes.filter(({ value }) => value.trim() !== "");
    const words = set.map(({ value, dataset }) => `${classWords(dataset.class as string)} ${value.trim()}%`);
    return [`${this.#percent.value.trim()}%`, ...words].join(", ");
  }

  /** Which figures the page shows while what is written cannot be priced. */
  #asBefore(): string {
    return `the figures are those of ${byId("change-text").textContent}`;
  }

  #show(figures: PreviewFigures, money: MoneyText): void {
    const { class: classes, customer } = figures.breakdowns;
    for (const [id, figure] of Object.entries(headlineFigures(figures, money))) put(byId(id), figure);
    const moves = largestMoves(customer, MOVES);
    for (const direction of ["up", "down"] as const) {
      const items = moves[direction].map((line) => {
        const { name, figure } = moveText(line, money);
        return element("li", "", isolated(name), " ", put(document.createElement("span"), figure));
      });
      byId(direction).replaceChildren(...(items.length === 0 ? [element("li", "", "nobody")] : items));
    }
    const lines = classes.map((line) => classLine(line, money));
    byId("class-lines").replaceChildren(...lines.map(rowOf));
    this.#showCustomers();
  }

  #showCustomers(): void {
    const [figures, money] = [this.#figures, this.#money];
    if (figures === undefined || money === undefined) return;
    const wanted = this.#find.value.trim().toLowerCase();
    const found = figures.breakdowns.customer.filter(
      ({ key, name }) => wanted === "" || key === wanted || (name ?? "").toLowerCase().includes(wanted),
    );
    const shown = found
      .slice(0, this.#shown)
      .map((line) => figureLine(line, money, "Calls without a customer"));
    byId("customer-lines").replaceChildren(...shown.map(rowOf));
    byId("shown").textContent = shownText(shown.length, found.length);
    byId("show-more").hidden = shown.length === found.length;
  }
}

/** A percentage as increases and sliders take it; undefined for any other text. */
function percentOf(text: string): string | undefined {
  const [, sign, percent] = /^([-−+]?)([0-9]{1,4}(?:\.[0-9]{1,6})?)$/.exec(text.trim()) ?? [];
  return percent === undefined ? undefined : `${sign === "-" || sign === "−" ? "-" : ""}${percent}`;
}

function put(target: HTMLElement, { text, title, className }: Figure): HTMLElement {
  target.textContent = text;
  target.title = title;
  target.className = className;
  return target;
}

function isolated(name: string): HTMLElement {
  return element("bdi", "", name);
}

function rowOf({ name, figures }: ReturnType<typeof figureLine>): HTMLElement {
  const head = element("th", "", isolated(name));
  head.scope = "row";
  const cells = figures.map((figure, at) => {
    const cell = put(document.createElement("td"), figure);
    cell.classList.add("amount");
    if (LINE_COLUMNS[at]?.isWide) cell.classList.add("wide");
    return cell;
  });
  return element("tr", "", head, ...cells);
}

// Deferred, so that the browser draws the page before the script reads the month.
setTimeout(async () => {
  try {
    const text = atob(byId("month").textContent ?? "");
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    new LivePage(await readMonth(bytes)).start();
  } catch (error) {
    byId("state").textContent = `This browser cannot price the calls again: ${(error as Error).message}`;
    throw error;
  }
});
