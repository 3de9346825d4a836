/** Remembers answers about documents for a minute, so that the same document sent again costs nothing. */
import { createHash } from 'node:crypto';

/** A key for the document and everything else that its answer depends on. */
export const documentKey = (document: Uint8Array | string, ...conditions: unknown[]): string =>
  createHash('sha256').update(document).digest('hex') + JSON.stringify(conditions);

/** Returns a function that runs `work` unless it remembers the answer for `key`. It remembers an answer that `isKept` allows. */
export function rememberAnswers<T>(isKept: (answer: T) => boolean = () => true, now = () => performance.now()) {
  const keptMs = 60_000;
  const most = 1_000;
  const kept = new Map<string, { readonly answer: T; readonly until: number }>();
  return async (key: string, work: () => Promise<T>): Promise<T> => {
    const entry = kept.get(key);
    if (entry !== undefined && entry.until > now()) return entry.answer;
    const answer = await work();
    if (!isKept(answer)) return answer;
    kept.delete(key);
    kept.set(key, { answer, until: now() + keptMs });
    // The oldest come first.
    for (const [old, { until }] of kept) if (until <= now() || kept.size > most) kept.delete(old);
    return answer;
  };
}
