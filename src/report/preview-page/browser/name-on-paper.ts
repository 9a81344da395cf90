/** Each printed page says which file it is of, and of which day: the style sheet puts this beside the number of the page. */
export function nameOnPaper(): void {
  const file = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  const madeOn = document.getElementById("made-on")?.textContent ?? "";
  const text = [file, madeOn].filter((part) => part !== "").join(", ");
  document.documentElement.style.setProperty("--on-paper", JSON.stringify(text));
}
