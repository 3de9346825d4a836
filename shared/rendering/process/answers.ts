/** Remembers answers about documents for a minute, so that the same document sent again costs nothing. */
import { createHash } from 'node:crypto';

/** A key for the document and everything else that its answer depends on. */
export const documentKey = (document: Uint8Array | string, ...conditions: unknown[]): string =>
  createHash('sha256').update(document).digest('hex') + JSON.stringify(conditions);

export function answers<T>(now = () => performance.now()): {
  of(key: string): T | undefined;
  keep(key: string, answer: T): void;
  forget(key: string): void;
} {
  const keptMs = 60_000;
  const most = 1_000;
  const kept = new Map<string, { readonly answer: T; readonly until: number }>();
  return {
    of(key) {
      const entry = kept.get(key);
      return entry !== undefined && entry.until > now() ? entry.answer : undefined;
    },
    keep(key, answer) {
      kept.delete(key);
      kept.set(key, { answer, until: now() + keptMs });
      // The oldest come first.
      for (const [old, { until }] of kept) if (until <= now() || kept.size > most) kept.delete(old);
    },
    forget(key) {
      kept.delete(key);
    },
  };
}
