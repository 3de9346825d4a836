/** Reads a carrier's scan from a print partner's record. */
import type { ScanCode, ToldScan } from '../../../core/job/scans.ts';

/** A moment names its time zone; nobody says which one is meant without it. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** The code by the partner's own word; `undefined` for a word that tells of no scan. */
export function scanOf(
  codes: ReadonlyMap<unknown, ScanCode>,
  { word, time, zip }: Readonly<Record<'word' | 'time' | 'zip', unknown>>,
): ToldScan | undefined {
  const code = codes.get(word);
  if (code === undefined) return undefined;
  const at = typeof time === 'string' && moment.test(time) ? Date.parse(time) : Number.NaN;
  const place = typeof zip === 'string' && /^\d{5}(?:-\d{4})?$/.test(zip) ? zip : undefined;
  return { code, at: Number.isNaN(at) ? undefined : at, place };
}
