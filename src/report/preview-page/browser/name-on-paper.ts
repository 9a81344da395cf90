/** Sets the footer of printed pages: file name and day, which the style sheet prints beside the page number. */
export function nameOnPaper(): void {
  const file = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  const madeOn = document.getElementById("made-on")?.textContent ?? "";
  const text = [file, madeOn].filter((part) => part !== "").join(", ");
  document.documentElement.style.setProperty("--on-paper", JSON.stringify(text));
}
