/** The orders of one day, from a partner's list of all orders: newest first, until a page is older than the day. */
import { spanOf } from '../../../core/job/waiting.ts';
import type { ListedOrder, Partner, PartnerView } from '../../../ports/partner.ts';
import { asFields, type Fields } from '../../http/body.ts';
import type { Ask, Reply } from '../../http/partner-client.ts';

export interface Listing {
  readonly name: string;
  readonly path: `/${string}`;
  /** The query for the first page, or for the page that `next` named. */
  page(after: string | undefined): Readonly<Record<string, string>>;
  /** The cursor of the next page; this page has `shown` orders. */
  next(list: Fields, shown: number, after: string | undefined): string | undefined;
  /** The member that holds the creation time of an order. */
  readonly createdAt: string;
  viewOf(record: Fields): PartnerView;
}

export async function listedOn(
  ask: Ask,
  listing: Listing,
  day: string,
  after?: string,
): ReturnType<Partner['ordersOn']> {
  const { from, to } = spanOf(day);
  const query = new URLSearchParams(listing.page(after));
  const answer = await ask({ method: 'GET', path: `${listing.path}?${query}` });
  const list = listIn(answer);
  if (list === undefined) throw new Error(`${listing.name} does not list its orders`);
  const shown = list.data.map((record) => listed(listing, record));
  const next = isPast(shown, from) ? undefined : listing.next(list, shown.length, after);
  return { orders: shown.filter(({ createdAt }) => createdAt >= from && createdAt < to), next };
}

export function listIn(reply: Reply): (Fields & { readonly data: readonly unknown[] }) | undefined {
  const list = reply.kind === 'answered' && reply.status === 200 ? asFields(reply.body) : undefined;
  return Array.isArray(list?.data) ? { ...list, data: list.data } : undefined;
}

function listed({ name, createdAt: when, viewOf }: Listing, record: unknown): ListedOrder {
  const fields = asFields(record) ?? {};
  const { id, metadata } = fields;
  const createdAt = Date.parse(`${fields[when]}`);
  if (typeof id !== 'string' || Number.isNaN(createdAt)) throw new Error(`${name} lists an order of an unknown shape`);
  const reference = asFields(metadata)?.reference;
  const view = viewOf(fields);
  const isLiving = view === 'unknown' || !('stopped' in view);
  return { id, reference: typeof reference === 'string' ? reference : undefined, isLiving, createdAt };
}

/** The sort order is not always documented: only a page that goes back in time proves that older orders follow. */
function isPast(shown: readonly ListedOrder[], from: number): boolean {
  const falls = shown.every(({ createdAt }, at) => createdAt <= (shown[at - 1]?.createdAt ?? createdAt));
  const last = shown.at(-1);
  return falls && last !== undefined && last.createdAt < from;
}
