/** Makes one external call for many callers, across all processes: one of them calls, and the others get its result. */
import { sha256Hex } from '../domain/ids.ts';
import { Refusal } from '../domain/refusal.ts';
import type { SharedAnswer } from '../storage/table.ts';
import type { Deps } from './deps.ts';

interface SharedCall<T> {
  /** Callers with the same key share one result. */
  readonly key: string;
  /** How long the other callers wait for the result. */
  readonly waitMs: number;
  /** How long the call may take. After that, we assume that its caller has died, and another caller takes over. */
  readonly leaseMs: number;
  /** How long the result is stored. */
  readonly keepMs: number;
  /** Returns the result to reuse. `undefined`: call again. */
  reuse(previous: { readonly answer: T; readonly ageMs: number }): T | undefined;
  call(previous: T | undefined): Promise<T>;
}

export async function callOnce<T>(deps: Deps, shared: SharedCall<T>): Promise<T> {
  const { clock, sharedAnswers } = deps;
  const id = `answer_${sha256Hex(shared.key)}`;
  const deadline = clock.now() + shared.waitMs;
  // The pauses grow, because hundreds of callers may wait for one slow response.
  let pauseMs = 50;
  while (clock.now() <= deadline) {
    const stored = await sharedAnswers.get(id);
    const now = clock.now();
    if ((stored?.askingUntil ?? 0) > now) {
      await clock.sleep(pauseMs);
      pauseMs = Math.min(2 * pauseMs, 1_000);
      continue;
    }
    let previous: T | undefined;
    if (stored?.answer !== undefined) {
      previous = JSON.parse(stored.answer) as T;
      const reused = shared.reuse({ answer: previous, ageMs: now - stored.askedAt });
      if (reused !== undefined) return reused;
    }
    const fresh = { id, version: 0, createdAt: now, keepUntil: now, askedAt: now };
    const claim = { ...fresh, ...stored, askingUntil: now + shared.leaseMs };
    const claimed = await (stored === undefined ? sharedAnswers.create(claim) : sharedAnswers.replace(claim));
    const version = stored === undefined ? 0 : stored.version + 1;
    if (claimed === 'saved') return callAndStore(deps, shared, { ...claim, version }, previous);
  }
  throw new Refusal(
    'unavailable',
    'Another request is getting the same data right now: send this one again in a few seconds.',
  );
}

async function callAndStore<T>(
  { clock, sharedAnswers }: Deps,
  { call, keepMs }: SharedCall<T>,
  claim: SharedAnswer,
  previous: T | undefined,
): Promise<T> {
  const startedAt = clock.now();
  const released = { ...claim, askingUntil: undefined, keepUntil: startedAt + keepMs };
  let answer: T;
  try {
    answer = await call(previous);
  } catch (error) {
    // There is no result, so the next caller makes the call.
    await sharedAnswers.replace(released);
    throw error;
  }
  // If this caller took too long, and another caller took over, the write is stale. The result is valid, but not stored.
  await sharedAnswers.replace({ ...released, askedAt: startedAt, answer: JSON.stringify(answer) });
  return answer;
}
