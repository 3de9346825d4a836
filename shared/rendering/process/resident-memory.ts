/** How much memory another process holds, read from /proc: where there is none (not Linux) nothing is known. */

import { readFileSync } from 'node:fs';

const bytesPerPage = 4096;

/** Resident bytes of the process, or undefined if it is gone or the system does not say. */
export function residentBytes(pid: number): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return pages * bytesPerPage;
  } catch {
    return undefined;
  }
}
