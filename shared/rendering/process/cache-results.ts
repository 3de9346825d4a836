/** Caches results about documents for a minute, so that the same document costs nothing when it is sent again. */
import { createHash } from 'node:crypto';

/** The cache key of a document and everything else that its result depends on. */
export const documentKey = (document: Uint8Array | string, ...conditions: unknown[]): string =>
  createHash('sha256').update(document).digest('hex') + JSON.stringify(conditions);

/** Returns a function that runs `work` unless the result for `key` is cached. Caches only what `isCacheable` accepts. */
export function cacheResults<T>(isCacheable: (result: T) => boolean = () => true, now = () => performance.now()) {
  const lifetimeMs = 60_000;
  const maxEntries = 1_000;
  const cache = new Map<string, { readonly result: T; readonly expiresAt: number }>();
  return async (key: string, work: () => Promise<T>): Promise<T> => {
    const entry = cache.get(key);
    if (entry !== undefined && entry.expiresAt > now()) return entry.result;
    const result = await work();
    if (!isCacheable(result)) return result;
    cache.delete(key);
    cache.set(key, { result, expiresAt: now() + lifetimeMs });
    // The oldest entries come first.
    for (const [old, { expiresAt }] of cache) if (expiresAt <= now() || cache.size > maxEntries) cache.delete(old);
    return result;
  };
}
