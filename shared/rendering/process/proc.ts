/** The memory and processor time of a process, or of the group of a negative number, from /proc: Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/** The process's resident bytes, or undefined if it is gone or the system does not report them. */
export const residentBytes = (pid: number): number | undefined => together(pid, residentBytesOf);

/** The processor time that the process has used with all its threads, in ms; undefined as above. */
export const processorMs = (pid: number): number | undefined => together(pid, processorMsOf);

/** The sum over a group, or the figure of one process. */
function together(pid: number, figure: (pid: number) => number | undefined): number | undefined {
  if (pid > 0) return figure(pid);
  const figures = membersOf(-pid).flatMap((member) => figure(member) ?? []);
  return figures.length === 0 ? undefined : figures.reduce((sum, one) => sum + one, 0);
}

function membersOf(group: number): number[] {
  try {
    const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
    return pids.filter((pid) => statOf(pid)?.[2] === String(group));
  } catch {
    return [];
  }
}

function residentBytesOf(pid: number): number | undefined {
  const bytesPerPage = 4_096;
  const pages = fileOf(pid, 'statm')?.split(' ')[1];
  return pages === undefined ? undefined : Number(pages) * bytesPerPage;
}

/** The fields after the program's name, which may hold spaces and parentheses. */
const statOf = (pid: number) =>
  fileOf(pid, 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ');

function processorMsOf(pid: number): number | undefined {
  const msPerTick = 10;
  const fields = statOf(pid);
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
