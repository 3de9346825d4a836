/** Kills a process that works on a stranger's document for too long or takes too much memory. */
import { readdirSync, readFileSync } from 'node:fs';

export interface WorkLimits {
  readonly timeMs: number;
  /** The longest time if the machine is too busy to let the process work; twice `timeMs` if missing. */
  readonly patienceMs?: number;
  readonly memoryBytes: number;
}

/** The network that sent the document, and the limits of the work. */
export interface WorkOptions {
  /** The caller's network: networks take turns. */
  readonly network?: string;
  readonly limits?: WorkLimits;
}

/** `starved`: the process got so little processor time that the fault is the machine's and not the document's. */
export type Excess = 'time' | 'memory' | 'starved';

/**
 * Runs `work` while watching process `pid`. Past a limit it calls `end` at once, which must make `work` settle.
 * `excess` names the limit that was passed; the outcome of `work` is then ignored.
 */
export async function watchWork<T>(
  pid: number,
  { timeMs, patienceMs = 2 * timeMs, memoryBytes }: WorkLimits,
  end: () => void,
  work: Promise<T>,
): Promise<{ readonly excess: Excess } | { readonly excess?: never; readonly result: T }> {
  const checkEveryMs = 50;
  const startedAt = performance.now();
  const before = processorMs(pid) ?? 0;
  let excess: Excess | undefined;
  const stop = (why: Excess) => {
    excess ??= why;
    end();
  };
  // The part of `timeMs` that a process must have worked before its document is to blame for the rest.
  const fairShare = 0.7;
  const checkTime = () => {
    const passedMs = performance.now() - startedAt;
    if (passedMs < timeMs) return;
    const workedMs = processorMs(pid);
    if (workedMs === undefined || workedMs - before >= fairShare * timeMs) stop('time');
    else if (passedMs >= patienceMs) stop('starved');
  };
  const clock = setTimeout(checkTime, timeMs);
  const check = setInterval(() => {
    if ((residentBytes(pid) ?? 0) > memoryBytes) stop('memory');
    else checkTime();
  }, checkEveryMs);
  try {
    const result = await work;
    return excess === undefined ? { result } : { excess };
  } catch (error) {
    if (excess === undefined) throw error;
    return { excess };
  } finally {
    clearTimeout(clock);
    clearInterval(check);
  }
}

/**
 * The resident bytes of a process, or of the group of a negative number, from /proc (Linux only). Undefined if it is gone
 * or the system does not report them.
 */
export const residentBytes = (pid: number): number | undefined =>
  together(pid, (member) => {
    const bytesPerPage = 4_096;
    const pages = fileOf(member, 'statm')?.split(' ')[1];
    return pages === undefined ? undefined : Number(pages) * bytesPerPage;
  });

/** The processor time that the process has used with all its threads, in ms; undefined as above. */
export const processorMs = (pid: number): number | undefined =>
  together(pid, (member) => {
    const msPerTick = 10;
    const fields = statOf(member);
    const [user, system] = [fields?.[11], fields?.[12]];
    return user === undefined || system === undefined ? undefined : (Number(user) + Number(system)) * msPerTick;
  });

/** The sum over a group, or the figure of one process. */
function together(pid: number, figure: (pid: number) => number | undefined): number | undefined {
  if (pid > 0) return figure(pid);
  let pids: number[] = [];
  try {
    pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    // Only Linux has /proc.
  }
  const members = pids.filter((one) => statOf(one)?.[2] === String(-pid));
  const figures = members.flatMap((member) => figure(member) ?? []);
  return figures.length === 0 ? undefined : figures.reduce((sum, one) => sum + one, 0);
}

/** The fields after the program's name, which may hold spaces and parentheses. */
const statOf = (pid: number) =>
  fileOf(pid, 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ');

function fileOf(pid: number, name: 'stat' | 'statm'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}
