/** Elements of a page in the browser, built as nodes: text never becomes HTML. */

/** The element with this id, which the page's markup has. */
export function byId<E extends HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}

/** A new element with a class and children; a string becomes a text node, never HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  made.append(...children);
  return made;
}
