/** Previews of files of calls. */
export {
  type PreviewFileOptions,
  previewFile,
  type SeekFileOptions,
  seekIncreaseFile,
} from "./preview-file.ts";
