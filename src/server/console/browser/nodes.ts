/** Nodes of the page. Text becomes a text node, never HTML, so that answers of the API cannot inject elements. */

type Child = Node | string | null | undefined | false;
type Attributes = Readonly<Record<string, string | boolean | (() => void)>>;

/** The element with this id, which the page must have. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}

/** A new element. A function is an event listener, true an attribute without a value; false and null are left out. */
export function node<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A text from data, whose direction of writing does not affect its neighbours. */
export function name(text: string): HTMLElement {
  return node("bdi", {}, text);
}

export function fieldText(id: string): string {
  return byId<HTMLInputElement>(id).value.trim();
}

/** Runs `act` where the user submits a form, which the browser would send away. */
export function onSubmit(form: string, act: () => unknown): void {
  byId(form).addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

/** An explanation as text, in a box that scrolls by itself. */
export function explanationText(text: string): HTMLElement {
  return node("pre", { tabindex: "0", role: "region", "aria-label": "Explanation" }, text);
}

/** A value of the API as text; a blank becomes an empty text. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

export function headingOf(view: string): HTMLElement {
  return byId(`view-${view}`).querySelector("h1") as HTMLElement;
}

/** Gives a view its heading, and the page its title where the view is the one that is shown. */
export function setHeading(view: string, text: string): void {
  headingOf(view).replaceChildren(name(text));
  if (!byId(`view-${view}`).hidden) document.title = `${text} · Tollbook`;
}
