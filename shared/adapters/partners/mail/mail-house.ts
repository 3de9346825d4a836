/**
 * A print partner with a REST door: what PostGrid and Lob have in common. Every order carries our reference as its key
 * and in its metadata; what is doubtful stays unknown, and is asked again.
 */
import type { PartnerOrder } from '../../../core/job.ts';
import { callOperator } from '../../../core/our-fault.ts';
import { Refusal } from '../../../core/refusal.ts';
import { spanOf } from '../../../core/waiting.ts';
import type { Log, Partner, PartnerRequest, PartnerView, RecallOutcome, SubmitOutcome } from '../../../ports.ts';
import { type Answer, type Ask, asFields, type Body, conversation, type Fields, type Line } from './call.ts';
import { type Listing, listedWithin } from './list.ts';
import { type Dialect, outcomeOf } from './outcome.ts';

export interface MailHouseSettings {
  readonly apiKey: string;
  /** The partner's own, or a double's. */
  readonly baseUrl: string;
  /** Alarms when the partner refuses this service itself rather than one order. */
  readonly log: Pick<Log, 'alarm'>;
  readonly timeoutMs?: number;
}

export interface MailHouse extends Dialect, Listing {
  readonly line: Line;
  /** The same bytes for the same request: how a partner compares what comes under one key is not known. */
  body(request: PartnerRequest): Body;
  /** What lists the orders that may carry the reference. */
  query(reference: string): Readonly<Record<string, string>>;
  /** Whether nothing was left off such a list. */
  isWhole(list: Fields, shown: number): boolean;
  record(fields: Fields): Record<string, unknown>;
}

export function mailHousePartner(house: MailHouse): Partner {
  const { line, path, name } = house;
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

  /** Not found is no proof: another account's key finds nothing either. */
  async function viewed(ask: Ask, method: 'GET' | 'DELETE', id: string): Promise<PartnerView> {
    const fields = own(await ask({ method, path: pathOf(id) }), id);
    return fields === undefined ? 'unknown' : house.viewOf(fields);
  }

  return {
    hasKeys: true,
    async submit(request): Promise<SubmitOutcome> {
      const { jobId, reference } = request;
      const ask = conversation(line);
      const answer = await ask({ method: 'POST', path, body: house.body(request), idempotencyKey: reference });
      const outcome = outcomeOf(answer, house);
      if ('ours' in outcome && outcome.ours) callOperator(line.log, name, outcome.ours, jobId);
      if (outcome.kind !== 'rejected') return outcome;
      // Money goes back for a rejected order, so a call before this one must not have made it.
      const found = await search(ask, house, reference);
      if (found === 'none') return outcome;
      return found === 'unknown'
        ? { kind: 'unknown', reason: `${name} refused, and does not say whether it has the order already` }
        : { kind: 'accepted', order: found };
    },
    find: (reference) => search(conversation(line), house, reference),
    read: (id) => viewed(conversation(line), 'GET', id),
    async recall(id): Promise<RecallOutcome> {
      const ask = conversation(line);
      // Whatever a refused cancellation is answered with: the order itself says what became of it.
      const told = await viewed(ask, 'DELETE', id);
      const view = told !== 'unknown' && 'stopped' in told ? told : await viewed(ask, 'GET', id);
      if (view === 'unknown') return { kind: 'unknown' };
      if ('stopped' in view) return { kind: 'cancelled' };
      return view.progress.stage === 'accepted' ? { kind: 'unknown' } : { kind: 'refused', progress: view.progress };
    },
    async record(id) {
      const answer = await conversation(line)({ method: 'GET', path: pathOf(id) });
      if (answer.kind === 'answered' && answer.status === 404) return undefined;
      const fields = own(answer, id);
      if (fields === undefined) throw unavailable();
      return house.record(fields);
    },
    ordersOn: (day, after) => listedWithin(conversation(line), house, spanOf(day), after),
  };
}

/** The order that was asked for, and no other. */
function own(answer: Answer, id: string): Fields | undefined {
  if (answer.kind !== 'answered' || answer.status < 200 || answer.status >= 300) return undefined;
  return answer.body?.id === id ? answer.body : undefined;
}

/** Searches are loose: only the metadata decide, and only a list that is whole says that there is none. */
async function search(ask: Ask, house: MailHouse, reference: string): Promise<PartnerOrder | 'none' | 'unknown'> {
  const answer = await ask({ method: 'GET', path: `${house.path}?${new URLSearchParams(house.query(reference))}` });
  if (answer.kind !== 'answered' || answer.status !== 200 || !Array.isArray(answer.body?.data)) return 'unknown';
  const shown: unknown[] = answer.body.data;
  const found = shown
    .map(asFields)
    .filter((fields) => fields !== undefined)
    .filter(({ metadata }) => asFields(metadata)?.reference === reference);
  // There should be one; if there ever were two, the one that may be on its way counts.
  const [first] = [...found.filter((fields) => !hasStopped(house.viewOf(fields))), ...found];
  if (first !== undefined) return house.orderOf(first) ?? 'unknown';
  return house.isWhole(answer.body, shown.length) ? 'none' : 'unknown';
}

const hasStopped = (view: PartnerView): boolean => view !== 'unknown' && 'stopped' in view;

const unavailable = () =>
  new Refusal({
    code: 'unavailable',
    message: 'The print partner does not answer at this moment. Try again in a minute.',
    retryAfterSeconds: 60,
  });

/** Ids stand in our addresses and in theirs. */
const likeAnId = /^[\w-]{1,100}$/;

export const idOf = ({ id }: Fields): string | undefined =>
  typeof id === 'string' && likeAnId.test(id) ? id : undefined;

/**
 * An order that has been cancelled meanwhile was taken all the same, and a key that is used again brings it back: its
 * news is out already, so it is read at once and found stopped.
 */
export const orderBy =
  (viewOf: MailHouse['viewOf']): Dialect['orderOf'] =>
  (record) => {
    const id = record && idOf(record);
    if (record === undefined || id === undefined) return undefined;
    const view = viewOf(record);
    if (view === 'unknown') return { id, stage: 'accepted' };
    return 'stopped' in view ? { id, stage: 'accepted', newsAt: 0 } : { id, ...view.progress };
  };
