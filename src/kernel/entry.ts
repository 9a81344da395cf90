/** What the kernel exports as WebAssembly; as JavaScript the same functions are imported from their files. */
import { f64At, i32At, setF64 } from "./memory.ts";

/** Pilot. */
export function sumUp(column: i32, count: i32, to: i32): void {
  let sum: f64 = 0;
  for (let row: i32 = 0; row < count; row++)
    sum += f64At(column + (row << 3)) * f64At(column + (i32At(0) << 3));
  setF64(to, sum);
}
