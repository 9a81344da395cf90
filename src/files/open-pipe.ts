import { constants, fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileErrorOf, systemCode } from "./system-fault.ts";

/** Milliseconds between two looks whether somebody reads. */
const PAUSE = 50;

/** Whether an open descriptor is a pipe or a socket, as those of a shell's pipelines are. */
export function isPipe(descriptor: number): boolean {
  const found = fstatSync(descriptor);
  return found.isFIFO() || found.isSocket();
}

/** An open pipe as a stream of which no thread waits. */
export function pipeSocket(fd: number, way: "read" | "write"): Socket {
  return new Socket({ fd, readable: way === "read", writable: way === "write" });
}

/** What a pipe is called in messages, and what stops waiting for its other end. */
export interface PipeOptions {
  readonly name: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Opens a named pipe. In the plain way opening, reading and writing each block a thread until somebody is at the other end,
 * and a process whose thread is blocked cannot even exit. Throws a FileError where it cannot be opened.
 */
export async function openPipe(
  path: string,
  way: "read" | "write",
  { name, signal }: PipeOptions,
): Promise<Socket> {
  const flags = (way === "read" ? constants.O_RDONLY : constants.O_WRONLY) | constants.O_NONBLOCK;
  for (;;) {
    try {
      return pipeSocket(openSync(path, flags), way);
    } catch (error) {
      // Nobody reads yet.
      if (systemCode(error) !== "ENXIO") throw fileErrorOf(error, name);
    }
    await pause(PAUSE, undefined, { signal });
  }
}
