/** Finds a fax by our `client_state`: Telnyx has no idempotency keys. Only a complete list proves that none exists. */
import type { PartnerOrder } from '../../domain/job/progress.ts';
import type { Ask } from '../http/partner-client.ts';
import { clientState, type TelnyxFax, telnyxOrder, telnyxPage } from './fax.ts';

interface Sought {
  readonly reference: string;
  readonly number: string;
  /** Unix ms. */
  readonly now: number;
}

export async function findTelnyxFax(ask: Ask, sought: Sought): Promise<PartnerOrder | 'none' | 'unknown'> {
  // The search ends here: more faxes to one number within the time of the query mean `unknown`.
  const mostPages = 10;
  const seen = new Map<string, TelnyxFax>();
  for (let page = 1; page <= mostPages; page += 1) {
    const reply = await ask({ method: 'GET', path: `/faxes?${queryFor(sought, page)}` });
    const list = reply.kind === 'answered' && reply.status === 200 ? telnyxPage.safeParse(reply.body) : undefined;
    if (!list?.success || list.data.meta.page_number !== page) return 'unknown';
    for (const fax of list.data.data) seen.set(fax.id, fax);
    const { total_pages, total_results = seen.size } = list.data.meta;
    const found = [...seen.values()].filter((fax) => fax.client_state === clientState(sought.reference));
    // There should be only one. If there are two, the one that may be on its way counts.
    if (found[0] !== undefined) return telnyxOrder(found.find(({ status }) => status !== 'failed') ?? found[0]);
    // A list without `client_state` cannot prove that our fax is not in it.
    const isProof = () =>
      seen.size >= total_results && [...seen.values()].every((fax) => fax.client_state !== undefined);
    if (page >= total_pages) return isProof() ? 'none' : 'unknown';
  }
  return 'unknown';
}

function queryFor({ number, now }: Sought, page: number): URLSearchParams {
  // Longer than a weekend: an order is submitted for half a day at most, but a parked job waits for a person.
  const lookBackMs = 72 * 60 * 60 * 1_000;
  return new URLSearchParams({
    'filter[to][eq]': number,
    'filter[direction][eq]': 'outbound',
    'filter[created_at][gte]': new Date(now - lookBackMs).toISOString(),
    'page[number]': `${page}`,
    'page[size]': '100',
  });
}
