export { type PreviewFileOptions, previewFile } from "./preview-file.ts";
