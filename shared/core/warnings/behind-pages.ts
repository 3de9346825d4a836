/** A warning about a part of a document, as it reads for the whole. */
import type { Warning } from './warning.ts';

/** `before`: the pages in front of the part. The addresses are stamped on the first page of the whole alone. */
export function behindPages(warning: Warning, before: number): Warning[] {
  if (before === 0) return [warning];
  if (warning.code === 'address_zone_used' || warning.code === 'address_zone_unchecked') return [];
  if ('pages' in warning) return [{ ...warning, pages: warning.pages.map((page) => page + before) }];
  if ('first' in warning) return [{ ...warning, first: warning.first + before, last: warning.last + before }];
  return [warning];
}
