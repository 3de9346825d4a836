/**
 * A print partner with a REST API: the code that PostGrid and Lob share. Every order carries our reference as its
 * idempotency key and in its metadata. A doubtful outcome stays unknown, and the order is submitted again.
 */
import type { PartnerOrder } from '../../../core/job/progress.ts';
import type { Log } from '../../../ports/log.ts';
import type { Partner, PartnerRequest, PartnerView, RecallOutcome, SubmitOutcome } from '../../../ports/partner.ts';
import { alarmAccountProblem } from '../../http/account-problem.ts';
import { asFields, type Fields } from '../../http/body.ts';
import {
  type Ask,
  conversation,
  type PartnerConnection,
  type RequestBody,
  submission,
  type TimeLimits,
} from '../../http/partner-client.ts';
import { parsed, recordAt } from '../../http/record.ts';
import { type Listing, listedOn, listIn } from './list.ts';
import { type MailDialect, mailOutcome } from './outcome.ts';

export interface MailHouseSettings extends TimeLimits {
  readonly apiKey: string;
  /** The partner's own address, or a double's. */
  readonly baseUrl: string;
  /** Gets an alarm for each account problem. */
  readonly log: Pick<Log, 'alarm'>;
}

export interface MailHouse extends MailDialect, Listing {
  readonly connection: PartnerConnection;
  /** The same bytes for the same request: it is not known how a partner compares two requests under one key. */
  body(request: PartnerRequest): RequestBody;
  /** Lists the orders that may carry the reference. */
  query(reference: string): Readonly<Record<string, string>>;
  /** True if such a list is complete. */
  isWhole(list: Fields, shown: number): boolean;
  record(fields: Fields): Record<string, unknown>;
}

export function mailHousePartner(house: MailHouse): Partner {
  const { connection, path } = house;
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

  /** A 404 proves nothing: the key of another account gets one, too. */
  async function viewed(ask: Ask, method: 'GET' | 'DELETE', id: string): Promise<PartnerView> {
    const fields = parsed(await ask({ method, path: pathOf(id) }), orderOf(id));
    return fields === undefined ? 'unknown' : house.viewOf(fields);
  }

  return {
    assumed: house.assumed,
    async submit(request): Promise<SubmitOutcome> {
      const { jobId, reference } = request;
      const ask = submission(connection);
      const answer = await ask({ method: 'POST', path, body: house.body(request), idempotencyKey: reference });
      const outcome = mailOutcome(answer, house);
      if (outcome.problem !== undefined) alarmAccountProblem(connection.log, outcome.problem, jobId);
      return outcome;
    },
    find: (reference) => search(conversation(connection), house, reference),
    read: (id) => viewed(conversation(connection), 'GET', id),
    async recall(id): Promise<RecallOutcome> {
      const ask = conversation(connection);
      // A refused cancellation is answered in many ways, so the order itself decides.
      const told = await viewed(ask, 'DELETE', id);
      const view = told !== 'unknown' && 'stopped' in told ? told : await viewed(ask, 'GET', id);
      if (view === 'unknown') return { kind: 'unknown' };
      if ('stopped' in view) return { kind: 'cancelled' };
      return view.progress.stage === 'accepted' ? { kind: 'unknown' } : { kind: 'refused', progress: view.progress };
    },
    async record(id) {
      const fields = await recordAt(conversation(connection), pathOf(id), orderOf(id));
      return fields && house.record(fields);
    },
    ordersOn: (day, after) => listedOn(conversation(connection), house, day, after),
  };
}

/** The requested order, and no other. */
const orderOf =
  (id: string) =>
  (body: unknown): Fields | undefined => {
    const fields = asFields(body);
    return fields?.id === id ? fields : undefined;
  };

/** Searches are loose: only the metadata identify our order, and only a complete list proves that there is none. */
async function search(ask: Ask, house: MailHouse, reference: string): Promise<PartnerOrder | 'none' | 'unknown'> {
  const query = new URLSearchParams(house.query(reference));
  const list = listIn(await ask({ method: 'GET', path: `${house.path}?${query}` }));
  if (list === undefined) return 'unknown';
  const found = list.data
    .map(asFields)
    .filter((fields) => fields !== undefined)
    .filter(({ metadata }) => asFields(metadata)?.reference === reference);
  // There should be only one. If there are two, the one that may be on its way counts.
  const [first] = [...found.filter((fields) => !hasStopped(house.viewOf(fields))), ...found];
  if (first !== undefined) return house.orderOf(first) ?? 'unknown';
  return house.isWhole(list, list.data.length) ? 'none' : 'unknown';
}

const hasStopped = (view: PartnerView): boolean => view !== 'unknown' && 'stopped' in view;

/** Ids become parts of URLs, ours and the partner's, so their form is checked. */
export const idOf = ({ id }: Fields): string | undefined =>
  typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? id : undefined;

/** A repeated key returns even a cancelled order. It was accepted, is read at once and found stopped. */
export const orderBy =
  (viewOf: MailHouse['viewOf']): MailDialect['orderOf'] =>
  (record) => {
    const id = record && idOf(record);
    if (record === undefined || id === undefined) return undefined;
    const view = viewOf(record);
    if (view === 'unknown') return { id, stage: 'accepted' };
    return 'stopped' in view ? { id, stage: 'accepted', newsAt: 0 } : { id, ...view.progress };
  };
