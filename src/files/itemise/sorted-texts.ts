/** External sort of very many texts in constant memory: sorted pieces in a scratch file, which are merged. */
import { firstWhere } from "../../model/index.ts";
import { ScratchFile } from "../sources/index.ts";
import { EntryReader, type EntrySpan, HEAD_BYTES, type ReadBytes, writeHead } from "./text-entries.ts";

interface SortLimits {
  /** Bytes of a piece that is sorted at once. */
  readonly pieceBytes: number;
  /** Sorted pieces that are merged at once. */
  readonly merged: number;
}

const LIMITS: SortLimits = { pieceBytes: 1 << 23, merged: 64 };

/** A text and its sort key within its group. */
interface KeyedText {
  readonly key: number;
  readonly text: string;
}

/** Texts sorted by group, then by key; texts of one key in order of arrival. Groups are numbered from 0. */
export class SortedTexts {
  readonly #limits: SortLimits;
  #piece: TextPiece | undefined;
  #file: ScratchFile | undefined;
  /** The sorted pieces of the file. */
  #spans: EntrySpan[] = [];
  #read: ReadBytes = () => undefined;
  /** Position of the first entry of each group. */
  readonly #groupStarts: number[] = [];
  #end = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
    this.#piece = new TextPiece(limits.pieceBytes);
  }

  /** Adds a text; the caller awaits a promise before the next call. Not called after `sort`. */
  add(group: number, key: number, text: string): Promise<void> | undefined {
    const piece = this.#piece as TextPiece;
    piece.add(group, key, text);
    return piece.isFull ? this.#pass(piece) : undefined;
  }

  async #pass(piece: TextPiece): Promise<void> {
    this.#file ??= await ScratchFile.open();
    await this.#write(this.#file, undefined, (writer) => piece.writeTo(writer));
    piece.clear();
  }

  async #write(
    file: ScratchFile,
    groupStarts: number[] | undefined,
    work: (writer: EntryWriter) => Promise<void>,
  ): Promise<void> {
    const from = file.length;
    const writer = new EntryWriter((bytes) => file.append(bytes), from, groupStarts);
    await work(writer);
    await writer.end();
    this.#end = file.length;
    this.#spans.push({ from, to: file.length });
  }

  /** Sorts all texts, after the last `add`. */
  async sort(): Promise<void> {
    const piece = this.#piece as TextPiece;
    if (this.#file === undefined) {
      const parts: Buffer[] = [];
      const writer = new EntryWriter(
        async (bytes) => void parts.push(Buffer.from(bytes)),
        0,
        this.#groupStarts,
      );
      await piece.writeTo(writer);
      await writer.end();
      const bytes = Buffer.concat(parts);
      this.#end = bytes.length;
      this.#read = (target, position) => void bytes.copy(target, 0, position);
    } else {
      const file = this.#file;
      if (piece.length > 0) await this.#pass(piece);
      this.#piece = undefined;
      this.#read = (target, position) => file.read(target, position);
      // Merge at most `merged` spans at once until one span is left: in order, so that the sort is stable.
      const { merged } = this.#limits;
      do {
        const spans = this.#spans;
        const groupStarts = spans.length <= merged ? this.#groupStarts : undefined;
        this.#spans = [];
        for (let spanIndex = 0; spanIndex < spans.length; spanIndex += merged) {
          const batch = spans.slice(spanIndex, spanIndex + merged);
          await this.#write(file, groupStarts, (writer) => mergeTo(writer, this.#read, batch));
        }
      } while (this.#spans.length > 1);
    }
    this.#piece = undefined;
  }

  /** The texts of a group, after `sort`. */
  *of(group: number): Generator<KeyedText, void, undefined> {
    const from = this.#groupStarts[group];
    if (from === undefined) return;
    const reader = new EntryReader(this.#read, { from, to: this.#groupStarts[group + 1] ?? this.#end });
    while (reader.next()) yield { key: reader.key, text: reader.text };
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

/** Texts that are sorted in memory. */
class TextPiece {
  #bytes: Buffer;
  #end = 0;
  /** For each text the offset of its entry, its group and its key. */
  #offsets: number[] = [];
  #groups: number[] = [];
  #keys: number[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
    this.#bytes = Buffer.alloc(0);
  }

  get length(): number {
    return this.#offsets.length;
  }

  get isFull(): boolean {
    return this.#end >= this.#most;
  }

  add(group: number, key: number, text: string): void {
    const textBytes = Buffer.byteLength(text);
    const start = this.#end;
    this.#end = start + HEAD_BYTES + textBytes;
    if (this.#end > this.#bytes.length) {
      const bytes = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#end, LEAST_BYTES));
      this.#bytes.copy(bytes, 0, 0, start);
      this.#bytes = bytes;
    }
    writeHead(this.#bytes, start, textBytes, group, key);
    this.#bytes.write(text, start + HEAD_BYTES);
    this.#offsets.push(start);
    this.#groups.push(group);
    this.#keys.push(key);
  }

  async writeTo(writer: EntryWriter): Promise<void> {
    const [offsets, groups, keys] = [this.#offsets, this.#groups, this.#keys];
    const order = Uint32Array.from(offsets.keys());
    order.sort(
      (a, b) =>
        (groups[a] as number) - (groups[b] as number) || (keys[a] as number) - (keys[b] as number) || a - b,
    );
    for (const textIndex of order) {
      const entry = this.#bytes.subarray(offsets[textIndex], offsets[textIndex + 1] ?? this.#end);
      const written = writer.write(entry, groups[textIndex] as number);
      if (written !== undefined) await written;
    }
  }

  clear(): void {
    this.#end = 0;
    this.#offsets = [];
    this.#groups = [];
    this.#keys = [];
  }
}

const LEAST_BYTES = 1 << 16;

/** Bytes that are written at once. */
const WRITTEN_BYTES = 1 << 18;

/** Buffers entries, and notes the position of the first entry of each group. */
class EntryWriter {
  readonly #groupStarts: number[] | undefined;
  readonly #pass: (bytes: Buffer) => Promise<void>;
  readonly #bytes = Buffer.allocUnsafe(WRITTEN_BYTES);
  #end = 0;
  #position: number;

  /** `groupStarts` is given where the entries have every group. */
  constructor(pass: (bytes: Buffer) => Promise<void>, position: number, groupStarts: number[] | undefined) {
    this.#groupStarts = groupStarts;
    this.#pass = pass;
    this.#position = position;
  }

  /** Takes a copy of an entry. */
  write(entry: Buffer, group: number): Promise<void> | undefined {
    if (this.#groupStarts !== undefined) this.#groupStarts[group] ??= this.#position;
    this.#position += entry.length;
    if (this.#end + entry.length > this.#bytes.length) return this.#passWith(Buffer.from(entry));
    this.#end += entry.copy(this.#bytes, this.#end);
    return undefined;
  }

  async #passWith(entry: Buffer): Promise<void> {
    await this.end();
    if (entry.length > this.#bytes.length) await this.#pass(entry);
    else this.#end = entry.copy(this.#bytes);
  }

  async end(): Promise<void> {
    await this.#pass(this.#bytes.subarray(0, this.#end));
    this.#end = 0;
  }
}

/** Merges the entries of sorted spans; equal entries stay in the order of their spans. */
async function mergeTo(writer: EntryWriter, read: ReadBytes, spans: readonly EntrySpan[]): Promise<void> {
  const merged = spans
    .map((span, order): Merged => ({ reader: new EntryReader(read, span), order, group: 0, key: 0 }))
    .filter(goOn)
    .sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  for (let first = merged[0]; first !== undefined; first = merged[0]) {
    const written = writer.write(first.reader.entry, first.group);
    if (written !== undefined) await written;
    merged.shift();
    if (!goOn(first)) continue;
    const moved = first;
    merged.splice(
      firstWhere(merged.length, (at) => comesBefore(moved, merged[at] as Merged)),
      0,
      moved,
    );
  }
}

/** A span that is merged, with the group and key of its current entry. */
interface Merged {
  readonly reader: EntryReader;
  readonly order: number;
  group: number;
  key: number;
}

function goOn(merged: Merged): boolean {
  const { reader } = merged;
  if (!reader.next()) return false;
  merged.group = reader.group;
  merged.key = reader.key;
  return true;
}

function comesBefore(a: Merged, b: Merged): boolean {
  return a.group !== b.group ? a.group < b.group : a.key !== b.key ? a.key < b.key : a.order < b.order;
}
