/** Functions that run in the page and find what is laid out badly. */

/** Texts that lie on other texts, as `one | other`; each text node by the boxes of its lines. */
export function overlaps(): string[] {
  interface Box {
    readonly node: Node;
    readonly box: DOMRect;
  }
  const boxes: Box[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.textContent?.trim() || parent === null || !parent.checkVisibility()) continue;
    if (parent.closest(".unseen, .skip, script, style, option") !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 0 && box.height > 0) boxes.push({ node, box });
  }
  boxes.sort((a, b) => a.box.top - b.box.top);
  const found: string[] = [];
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      if (other.box.top >= one.box.bottom) break;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      // Boxes of lines reach a little beyond their letters.
      if (one.node !== other.node && wide > 1 && high > 5) {
        found.push(`${one.node.textContent} | ${other.node.textContent}`);
      }
    }
  }
  return found;
}

/** What one taps that is below 44 pixels high. */
export function smallTargets(): string[] {
  return [...document.querySelectorAll<HTMLElement>("summary, button, select, input")]
    .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 44)
    .map((target) => `${target.outerHTML.slice(0, 80)}: ${target.getBoundingClientRect().height}`);
}
