export { type PreviewFileOptions, previewFile } from "./preview-file.ts";
export { type SeekFileOptions, seekIncreaseFile } from "./seek-increase-file.ts";
