/** Nodes of the page. A text becomes a text, never HTML: nothing that the API answers can become a part of the page. */

type Child = Node | string | null | undefined | false;
type Attributes = Readonly<Record<string, string | boolean | (() => void)>>;

/** The element with this id; the page has it. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}

/** A new element. A function is what a click does, true an attribute without a value; false and null are left out. */
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

/** A name of somebody else's, whose direction of writing does not reach its neighbours. */
export function name(text: string): HTMLElement {
  return node("bdi", {}, text);
}

/** A value of the API as text; a blank is nothing. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

/** The heading of a view. */
export function headingOf(view: string): HTMLElement {
  return byId(`view-${view}`).querySelector("h1") as HTMLElement;
}

/** Gives a view its heading, and the page its title where the view is the one that is shown. */
export function setHeading(view: string, text: string): void {
  headingOf(view).replaceChildren(name(text));
  if (!byId(`view-${view}`).hidden) document.title = `${text} · Tollbook`;
}
