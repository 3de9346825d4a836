/** Sinch's faxes of one day, page by page, with the filter by day that Sinch documents. */
import { spanOf } from '../../../core/job/waiting.ts';
import type { ListedOrder, Partner } from '../../../ports/partner.ts';
import type { Ask } from '../../http/partner-client.ts';
import { isFaxOver, type SinchFax, sinchPage, sinchView } from './fax.ts';
import { dayEndOf } from './find.ts';

/** The cursor holds the number of the next page and the count of faxes before it. */
export async function sinchFaxesOn(
  ask: Ask,
  path: string,
  day: string,
  after = '1 0',
): ReturnType<Partner['ordersOn']> {
  const [page = 1, before = 0] = after.split(' ').map(Number);
  const query = new URLSearchParams({ direction: 'OUTBOUND', createTime: day, pageSize: '1000' });
  if (page > 1) query.set('page', `${page}`);
  const reply = await ask({ method: 'GET', path: `${path}?${query}` });
  const list = reply.kind === 'answered' && reply.status === 200 ? sinchPage.safeParse(reply.body) : undefined;
  if (!list?.success) throw new Error('Sinch does not list its faxes');
  const seen = before + list.data.faxes.length;
  const end = dayEndOf(list.data, page, seen);
  if (end === 'unknown') throw new Error('Sinch does not say whether its list is whole');
  const { from, to } = spanOf(day);
  return {
    orders: list.data.faxes.map(listed).filter(({ createdAt }) => createdAt >= from && createdAt < to),
    next: end === 'later' ? `${page + 1} ${seen}` : undefined,
  };
}

/** A list without labels says nothing about our faxes. */
function listed(fax: SinchFax): ListedOrder {
  const createdAt = Date.parse(fax.createTime ?? '');
  if (fax.labels === undefined || Number.isNaN(createdAt)) throw new Error('Sinch lists a fax of an unknown shape');
  const view = sinchView(fax);
  const isLiving = view === 'unknown' || !('stopped' in view);
  const { id, labels } = fax;
  return { id, reference: labels?.reference, isLiving, createdAt, keepsDocument: isFaxOver(fax) };
}
