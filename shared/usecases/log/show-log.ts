/** Serves the public files of the log as they stand in the store. */
import { invalid, notFound } from '../../core/refusal.ts';
import type { Deps } from '../../ports/deps.ts';
import { latestHeadKey, publicDayKey, timeStampKey } from './log-files.ts';

/** The most that an answer may have: a larger file is led to. Some 90,000 receipts. */
const mostBytes = 4_000_000;

/** `name`: `head`, a day, or a day with `.tsr` for its time stamp. */
export async function showLogFile(
  { documents }: Pick<Deps, 'documents'>,
  name: string,
): Promise<{ readonly link: string } | { readonly bytes: Uint8Array; readonly isText: boolean }> {
  const [, day, ending] = /^(\d{4}-\d\d-\d\d)(\.tsr)?$/.exec(name) ?? [];
  if (day === undefined && name !== 'head')
    throw invalid('day', 'must be a day in UTC, 2026-11-23; with .tsr behind it for its time stamp, or head.');
  const dayKey = ending === undefined ? publicDayKey(day ?? '') : timeStampKey(day ?? '');
  const key = day === undefined ? latestHeadKey : dayKey;
  const bytes = await documents.get(key);
  if (bytes === undefined) throw notFound();
  return bytes.length > mostBytes ? { link: await documents.link(key) } : { bytes, isText: ending === undefined };
}
