/** Finds a fax by our label, because Sinch has no idempotency keys. Only a complete list proves that there is none. */
import type * as z from 'zod/mini';
import type { PartnerOrder } from '../../../core/job/progress.ts';
import type { Ask } from '../../http/partner-client.ts';
import { type SinchFax, sinchOrder, sinchPage } from './fax.ts';

/** Without a time filter, Sinch lists the last week. It does not document the format of a range well enough. */
export async function findSinchFax(
  ask: Ask,
  { path, number, reference }: { readonly path: string; readonly number: string; readonly reference: string },
): Promise<PartnerOrder | 'none' | 'unknown'> {
  // The search ends here: more faxes to one number within a week mean `unknown`.
  const mostPages = 5;
  const seen = new Map<string, SinchFax>();
  for (let page = 1; page <= mostPages; page += 1) {
    const query = new URLSearchParams({ to: number, direction: 'OUTBOUND', pageSize: '1000' });
    if (page > 1) query.set('page', `${page}`);
    const reply = await ask({ method: 'GET', path: `${path}?${query}` });
    const list = reply.kind === 'answered' && reply.status === 200 ? sinchPage.safeParse(reply.body) : undefined;
    if (!list?.success) return 'unknown';
    for (const fax of list.data.faxes) seen.set(fax.id, fax);
    const found = [...seen.values()].filter(({ labels }) => labels?.reference === reference);
    if (found[0] !== undefined) return sinchOrder(found.find(({ status }) => status !== 'FAILURE') ?? found[0]);
    const end = dayEndOf(list.data, page, seen.size);
    if (end === 'unknown') return 'unknown';
    // A list without labels cannot prove that our fax is not in it.
    if (end === 'here') return [...seen.values()].every(({ labels }) => labels !== undefined) ? 'none' : 'unknown';
  }
  return 'unknown';
}

/** If Sinch gives both totals, they must agree. If it gives neither, nobody knows whether this was all. */
export function dayEndOf(
  { totalItems, totalPages }: Omit<z.infer<typeof sinchPage>, 'faxes'>,
  page: number,
  seen: number,
): 'here' | 'later' | 'unknown' {
  if (totalItems === undefined && totalPages === undefined) return 'unknown';
  const pagesAreRead = totalPages === undefined || page >= totalPages;
  const itemsAreRead = totalItems === undefined || seen >= totalItems;
  if (pagesAreRead && itemsAreRead) return 'here';
  return pagesAreRead && totalPages !== undefined ? 'unknown' : 'later';
}
