/** Reads the memory and the processor time of another process from /proc. Only Linux has /proc; elsewhere nothing is known. */
import { readFileSync } from 'node:fs';

/** The process's resident bytes, or undefined if it is gone or the system does not report them. */
export function residentBytes(pid: number): number | undefined {
  const bytesPerPage = 4_096;
  const pages = fileOf(pid, 'statm')?.split(' ')[1];
  return pages === undefined ? undefined : Number(pages) * bytesPerPage;
}

/** The processor time that the process has used with all its threads, in ms; undefined as above. */
export function processorMs(pid: number): number | undefined {
  const msPerTick = 10;
  // The second field is the program's name, which may hold spaces and parentheses.
  const fields = fileOf(pid, 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ');
  const [user, system] = [fields?.[11], fields?.[12]];
  return user === undefined || system === undefined ? undefined : (Number(user) + Number(system)) * msPerTick;
}

function fileOf(pid: number, name: 'stat' | 'statm'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}
