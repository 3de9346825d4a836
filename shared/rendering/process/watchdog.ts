/** Stops a process that works on an untrusted document for too long or uses too much memory. */
import { procFile, runningPids } from './proc.ts';

export interface WorkLimits {
  readonly timeMs: number;
  /** The time limit if the machine is too busy to let the process work; twice `timeMs` by default. */
  readonly patienceMs?: number;
  readonly memoryBytes: number;
}

export interface WorkOptions {
  /** The network that the document came from: networks take turns. */
  readonly network?: string;
  readonly limits?: WorkLimits;
}

/** `starved`: the process got so little processor time that the machine is to blame, not the document. */
export type Excess = 'time' | 'memory' | 'starved';

/**
 * Watches process `pid` while it does `work`. If the process exceeds a limit, calls `end`, which must make `work`
 * settle, and returns the limit as `excess` instead of the result.
 */
export async function watchWork<T>(
  pid: number,
  { timeMs, patienceMs = 2 * timeMs, memoryBytes }: WorkLimits,
  end: () => void,
  work: Promise<T>,
): Promise<{ readonly excess: Excess } | { readonly excess?: never; readonly result: T }> {
  const checkEveryMs = 50;
  const startedAt = performance.now();
  const processorMsBefore = processorMs(pid) ?? 0;
  let excess: Excess | undefined;
  const stop = (reason: Excess) => {
    excess ??= reason;
    end();
  };
  // A process that had this share of `timeMs` on a processor had enough, so the document is to blame.
  const enoughShare = 0.7;
  const checkTime = () => {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs < timeMs) return;
    const usedMs = processorMs(pid);
    if (usedMs === undefined || usedMs - processorMsBefore >= enoughShare * timeMs) stop('time');
    else if (elapsedMs >= patienceMs) stop('starved');
  };
  const interval = setInterval(() => {
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
    clearInterval(interval);
  }
}

/**
 * The resident bytes of a process, or of a process group if `pid` is negative, from /proc (Linux only). Undefined if it
 * has ended or the system does not report them.
 */
export const residentBytes = (pid: number): number | undefined =>
  sumOver(pid, (member) => {
    const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(procFile(member, 'status') ?? '') ?? [];
    return kilobytes === undefined ? undefined : 1_024 * Number(kilobytes);
  });

/** The processor time of all threads in ms, or undefined like `residentBytes`. */
export const processorMs = (pid: number): number | undefined =>
  sumOver(pid, (member) => {
    const msPerTick = 10; // Linux reports hundredths of a second.
    const userAndSystem = statOf(member)?.slice(11, 13);
    return userAndSystem?.reduce((sum, ticks) => sum + Number(ticks) * msPerTick, 0);
  });

/** The value of a process, or the sum over a process group. */
function sumOver(pid: number, measure: (pid: number) => number | undefined): number | undefined {
  if (pid > 0) return measure(pid);
  const members = runningPids().filter((running) => statOf(running)?.[2] === String(-pid));
  const values = members.flatMap((member) => measure(member) ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}

/** The fields of /proc/PID/stat after the program's name, which may contain spaces and parentheses. */
const statOf = (pid: number) =>
  procFile(pid, 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ');
