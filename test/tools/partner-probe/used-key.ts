/** A key that an earlier probe has used at PostGrid, to be asked about later; it is kept in a file in between. */
import * as z from 'zod/mini';
import type { Draft } from './bench.ts';

const usedKey = z.object({
  key: z.string().check(z.regex(/^probe_[\da-f]{16}$/)),
  letterId: z.string().check(z.regex(/^\w{1,80}$/)),
  /** Unix ms. */
  usedAt: z.int(),
});

export type UsedKey = z.infer<typeof usedKey>;

/** Undefined where the text is not what an earlier probe has written. */
export function usedKeyIn(text: string): UsedKey | undefined {
  try {
    return usedKey.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The order that was made under the key, to the byte. */
export const draftOf = (key: string): Draft => ({ text: 'lifetime of a key', key, reference: key });
