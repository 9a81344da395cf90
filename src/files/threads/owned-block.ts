import type { CallBytes } from "../call-blocks/index.ts";

/** A block whose bytes are its own until they are handed over. */
export interface OwnedBlock extends Omit<CallBytes, "bytes"> {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The block as scanners take it, on the same bytes. */
export function asCallBytes(block: OwnedBlock): CallBytes {
  const { buffer, byteOffset, length } = block.bytes;
  return { ...block, bytes: Buffer.from(buffer, byteOffset, length) };
}
