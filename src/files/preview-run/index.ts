/** Previewing whole files: on one thread block by block, on several in parts. */
export { type PreviewFileOptions, previewFile } from "./preview-file.ts";
