/** Runs in the page: texts whose contrast with their background is below 4.5 (WCAG AA). */
export function lowContrasts(): string[] {
  const parts = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: string): number => {
    const [r = 0, g = 0, b = 0] = parts(color).map((value) => {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgroundOf = (start: Element): string => {
    for (let element: Element | null = start; element !== null; element = element.parentElement) {
      const color = getComputedStyle(element).backgroundColor;
      if (parts(color)[3] !== 0) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const found = new Set<string>();
  for (const element of document.querySelectorAll("body *:not(svg *)")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!hasText || element.tagName === "SCRIPT") continue;
    const style = getComputedStyle(element);
    const [light = 0, dark = 0] = [luminance(style.color), luminance(backgroundOf(element))].sort(
      (a, b) => b - a,
    );
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5) found.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
  }
  return [...found];
}
