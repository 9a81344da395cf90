/** The page of a preview, in a sandboxed frame: the page may run its own script, but cannot reach the console. */
import { byId } from "./nodes.ts";

let address: string | undefined;

/** Shows a page; `opener` gets the focus when the page is closed. */
export function showReport(page: string, opener: HTMLElement): void {
  const dialog = byId<HTMLDialogElement>("report");
  address = URL.createObjectURL(new Blob([page], { type: "text/html;charset=utf-8" }));
  byId<HTMLIFrameElement>("report-frame").src = address;
  byId<HTMLAnchorElement>("report-save").href = address;
  dialog.addEventListener(
    "close",
    () => {
      byId<HTMLIFrameElement>("report-frame").removeAttribute("src");
      byId("report-save").removeAttribute("href");
      if (address !== undefined) URL.revokeObjectURL(address);
      address = undefined;
      opener.focus();
    },
    { once: true },
  );
  dialog.showModal();
}

export function startReport(): void {
  byId("report-close").addEventListener("click", () => byId<HTMLDialogElement>("report").close());
}
