/** Kills a process that works on somebody's document for too long or takes too much memory. */
import { processorMs, residentBytes } from './proc.ts';

export interface WorkLimits {
  readonly timeMs: number;
  /** The longest time if the machine is too busy to let the process work; twice `timeMs` if missing. */
  readonly patienceMs?: number;
  readonly memoryBytes: number;
}

/** `starved`: the process got so little processor time that the fault is the machine's and not the document's. */
export type Excess = 'time' | 'memory' | 'starved';

/** The part of `timeMs` that a process must have worked before its document is to blame for the rest. */
const fairShare = 0.7;

/**
 * Runs `work` while watching process `pid`. Past a limit it calls `end` at once, which must make `work` settle.
 * `excess` names the limit that was passed; the outcome of `work` is then ignored.
 */
export async function watched<T>(
  pid: number,
  { timeMs, patienceMs = 2 * timeMs, memoryBytes }: WorkLimits,
  end: () => void,
  work: Promise<T>,
): Promise<{ readonly excess: Excess } | { readonly excess?: never; readonly result: T }> {
  const lookEveryMs = 50;
  const startedAt = performance.now();
  const before = processorMs(pid) ?? 0;
  let excess: Excess | undefined;
  const stop = (why: Excess) => {
    excess ??= why;
    end();
  };
  const checkTime = () => {
    const passedMs = performance.now() - startedAt;
    if (passedMs < timeMs) return;
    const workedMs = processorMs(pid);
    if (workedMs === undefined || workedMs - before >= fairShare * timeMs) stop('time');
    else if (passedMs >= patienceMs) stop('starved');
  };
  const clock = setTimeout(checkTime, timeMs);
  const scale = setInterval(() => {
    if ((residentBytes(pid) ?? 0) > memoryBytes) stop('memory');
    else checkTime();
  }, lookEveryMs);
  try {
    const result = await work;
    return excess === undefined ? { result } : { excess };
  } catch (error) {
    if (excess === undefined) throw error;
    return { excess };
  } finally {
    clearTimeout(clock);
    clearInterval(scale);
  }
}
