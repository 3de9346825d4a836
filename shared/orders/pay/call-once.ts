/** Makes one outside call for many callers, across all processes: one of them calls, the others get its result. */
import { sha256Hex } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SharedAnswer } from '../../storage/table.ts';
import type { Deps } from '../deps.ts';

interface SharedCall<T> {
  /** Calls with the same text share one result. */
  readonly key: string;
  /** How long a caller waits for the one that calls. */
  readonly waitMs: number;
  /** A caller that has died is replaced after this time. */
  readonly leaseMs: number;
  readonly keepMs: number;
  /** Returns the stored result if it is recent enough; `undefined` calls again. */
  reuse(previous: { readonly answer: T; readonly ageMs: number }): T | undefined;
  call(previous: T | undefined): Promise<T>;
}

export async function callOnce<T>(deps: Deps, question: SharedCall<T>): Promise<T> {
  const { clock, sharedAnswers } = deps;
  const id = `answer_${sha256Hex(question.key)}`;
  const deadline = clock.now() + question.waitMs;
  // At growing intervals, because hundreds may wait for one slow response.
  let pauseMs = 50;
  while (clock.now() <= deadline) {
    const stored = await sharedAnswers.get(id);
    const now = clock.now();
    if ((stored?.askingUntil ?? 0) <= now) {
      const previous = stored?.answer === undefined ? undefined : (JSON.parse(stored.answer) as T);
      const served =
        stored?.answer === undefined
          ? undefined
          : question.reuse({ answer: previous as T, ageMs: now - stored.askedAt });
      if (served !== undefined) return served;
      const fresh = { id, version: 0, createdAt: now, keepUntil: now, askedAt: now };
      const claim = { ...fresh, ...stored, askingUntil: now + question.leaseMs };
      const isMine = await (stored === undefined ? sharedAnswers.create(claim) : sharedAnswers.replace(claim));
      const version = stored === undefined ? 0 : stored.version + 1;
      if (isMine === 'saved') return answered(deps, question, { ...claim, version }, previous);
    } else {
      await clock.sleep(pauseMs);
      pauseMs = Math.min(2 * pauseMs, 1_000);
    }
  }
  throw new Refusal(
    'unavailable',
    'Another request is asking for the same at this moment: send this one again in a few seconds.',
  );
}

async function answered<T>(
  { clock, sharedAnswers }: Deps,
  { call: ask, keepMs }: SharedCall<T>,
  claim: SharedAnswer,
  previous: T | undefined,
): Promise<T> {
  const startedAt = clock.now();
  const over = { ...claim, askingUntil: undefined, keepUntil: startedAt + keepMs };
  let answer: T;
  try {
    answer = await ask(previous);
  } catch (error) {
    // After an error of ours there is no result, so the next caller calls at once.
    await sharedAnswers.replace(over);
    throw error;
  }
  // A stale write means that this caller took too long and was replaced. Its result is valid, but not kept.
  await sharedAnswers.replace({ ...over, askedAt: startedAt, answer: JSON.stringify(answer) });
  return answer;
}
