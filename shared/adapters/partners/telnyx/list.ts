/** Telnyx's faxes of one day, page by page. */
import { spanOf } from '../../../core/job/waiting.ts';
import type { ListedOrder, Partner } from '../../../ports/partner.ts';
import type { Ask } from '../../http/partner-client.ts';
import { type TelnyxFax, telnyxPage, telnyxView } from './fax.ts';

export async function telnyxFaxesOn(ask: Ask, day: string, after = '1'): ReturnType<Partner['ordersOn']> {
  const page = Number(after);
  const { from, to } = spanOf(day);
  const query = new URLSearchParams({
    'filter[direction][eq]': 'outbound',
    'filter[created_at][gte]': new Date(from).toISOString(),
    'filter[created_at][lt]': new Date(to).toISOString(),
    'page[number]': `${page}`,
    'page[size]': '100',
  });
  const reply = await ask({ method: 'GET', path: `/faxes?${query}` });
  const list = reply.kind === 'answered' && reply.status === 200 ? telnyxPage.safeParse(reply.body) : undefined;
  if (!list?.success || list.data.meta.page_number !== page) throw new Error('Telnyx does not list its faxes');
  const { data, meta } = list.data;
  return { orders: data.map(listed), next: page < meta.total_pages ? `${page + 1}` : undefined };
}

/** A list without `client_state` says nothing about our faxes. */
function listed(fax: TelnyxFax): ListedOrder {
  const createdAt = Date.parse(fax.created_at ?? '');
  if (fax.client_state === undefined || Number.isNaN(createdAt))
    throw new Error('Telnyx lists a fax of an unknown shape');
  const view = telnyxView(fax);
  return {
    id: fax.id,
    reference: fax.client_state === null ? undefined : Buffer.from(fax.client_state, 'base64').toString(),
    isLiving: view === 'unknown' || !('stopped' in view),
    createdAt,
  };
}
