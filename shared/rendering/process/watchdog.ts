/** Kills a process that works on somebody's document for too long or takes too much memory. */
import { residentBytes } from './resident-memory.ts';

export interface WorkLimits {
  readonly timeMs: number;
  readonly memoryBytes: number;
}

export type Excess = 'time' | 'memory';

/**
 * Runs `work` while watching process `pid`. Past a limit it calls `end` at once, which must make `work` settle.
 * `excess` names the limit that was passed; the outcome of `work` is then ignored.
 */
export async function watched<T>(
  pid: number,
  limits: WorkLimits,
  end: () => void,
  work: Promise<T>,
): Promise<{ readonly excess: Excess } | { readonly excess?: never; readonly result: T }> {
  const lookEveryMs = 50;
  let excess: Excess | undefined;
  const stop = (why: Excess) => {
    excess ??= why;
    end();
  };
  const clock = setTimeout(stop, limits.timeMs, 'time');
  const scale = setInterval(() => {
    if ((residentBytes(pid) ?? 0) > limits.memoryBytes) stop('memory');
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
