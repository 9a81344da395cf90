import type { CallBytes } from "../call-blocks/index.ts";

/** A block whose bytes stay as they are until it is done. */
export interface OwnedBlock extends Omit<CallBytes, "bytes"> {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** The block as scanners take it, on the same bytes. */
export function asCallBytes(block: OwnedBlock): CallBytes {
  const { buffer, byteOffset, length } = block.bytes;
  return { ...block, bytes: Buffer.from(buffer, byteOffset, length) };
}
