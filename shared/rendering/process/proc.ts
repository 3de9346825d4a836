/** Reads /proc, which only Linux has. */
import { readdirSync, readFileSync } from 'node:fs';

/** The processes on this machine; none if the system does not list them. */
export function runningPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** A file about a process, or undefined if the process has ended. */
export function procFile(pid: number, name: 'cmdline' | 'stat' | 'status'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}
