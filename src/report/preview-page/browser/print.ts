/** On paper the charts stand with their figures: their tables open for printing and close again. */
export function printWithTables(): void {
  const opened: HTMLDetailsElement[] = [];
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("details.as-table, details.rest")) {
      if (details.open) continue;
      details.open = true;
      opened.push(details);
    }
  });
  window.addEventListener("afterprint", () => {
    for (const details of opened.splice(0)) details.open = false;
  });
}
