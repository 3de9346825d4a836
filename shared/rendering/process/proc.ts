/** Reads the memory of another process from /proc. Without /proc (not on Linux) nothing is known. */
import { readFileSync } from 'node:fs';

/** The process's resident bytes, or undefined if it is gone or the system does not report them. */
export function residentBytes(pid: number): number | undefined {
  const bytesPerPage = 4_096;
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return pages * bytesPerPage;
  } catch {
    return undefined;
  }
}
