/** PostGrid's lists, and the orders of one day: newest first, until a page is older than the day. */
import { spanOf } from '../../domain/job/waiting.ts';
import { type Ask, asFields, type Fields } from '../http/partner-client.ts';
import type { ListedOrder, Partner } from '../partner.ts';
import { hasStopped } from './order.ts';

/** The most that one page shows. */
const pageSize = 100;

interface OrderList {
  readonly data: readonly (Fields | undefined)[];
  /** The count over all pages; missing if PostGrid does not say it. */
  readonly totalCount: number | undefined;
}

export async function listAt(
  ask: Ask,
  path: string,
  query: { readonly skip: string; readonly search?: string },
): Promise<OrderList | undefined> {
  const search = new URLSearchParams({ limit: `${pageSize}`, ...query });
  const reply = await ask({ method: 'GET', path: `${path}?${search}` });
  const list = reply.kind === 'answered' && reply.status === 200 ? asFields(reply.body) : undefined;
  if (!Array.isArray(list?.data)) return undefined;
  return {
    data: list.data.map(asFields),
    totalCount: typeof list.totalCount === 'number' ? list.totalCount : undefined,
  };
}

/** The cursor of the page after this one. */
export function nextOf({ data, totalCount }: OrderList, skip: string): string | undefined {
  if (totalCount === undefined) throw new Error('PostGrid does not say how many it has');
  const seen = Number(skip) + data.length;
  return data.length > 0 && seen < totalCount ? `${seen}` : undefined;
}

/** PostGrid documents neither a time filter nor a sort order; as far as is known, the newest come first. */
export async function listedOn(ask: Ask, path: string, day: string, skip = '0'): ReturnType<Partner['ordersOn']> {
  const { from, to } = spanOf(day);
  const list = await listAt(ask, path, { skip });
  if (list === undefined) throw new Error('PostGrid does not list its orders');
  const shown = list.data.map(listed);
  const next = isPast(shown, from) ? undefined : nextOf(list, skip);
  return { orders: shown.filter(({ createdAt }) => createdAt >= from && createdAt < to), next };
}

function listed(fields: Fields = {}): ListedOrder {
  const { id, metadata } = fields;
  const createdAt = Date.parse(`${fields.createdAt}`);
  if (typeof id !== 'string' || Number.isNaN(createdAt)) throw new Error('PostGrid lists an order of an unknown shape');
  const reference = asFields(metadata)?.reference;
  return {
    id,
    reference: typeof reference === 'string' ? reference : undefined,
    isLiving: !hasStopped(fields),
    createdAt,
  };
}

/** Only a page that goes back in time proves that older orders follow. */
function isPast(shown: readonly ListedOrder[], from: number): boolean {
  const falls = shown.every(({ createdAt }, at) => createdAt <= (shown[at - 1]?.createdAt ?? createdAt));
  const last = shown.at(-1);
  return falls && last !== undefined && last.createdAt < from;
}
