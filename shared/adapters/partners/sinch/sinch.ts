/**
 * Faxes by Sinch (Fax API v3), the second fax partner. It has no idempotency keys and documents no way to cancel: a
 * call whose answer is lost is looked up before it is repeated, and a fax that it holds is not recalled. It sends from
 * the project's own number, and signs no callback, so that none is asked for: the status is read.
 */
import { callOperator } from '../../../core/our-fault.ts';
import { Refusal } from '../../../core/refusal.ts';
import { callTimeoutMs } from '../../../core/retry.ts';
import type { Log, Partner, PartnerRequest, PartnerView, RecallOutcome, SubmitOutcome } from '../../../ports.ts';
import type { FaxOrder } from '../../../products/fax/fax.ts';
import { notAccepted } from '../fax/answers.ts';
import { callerOf, isSuccess, type Reply } from '../fax/call.ts';
import { blamedFields } from './error.ts';
import { madeFax, orderOf, type SinchFax, sinchFax, viewOf } from './fax.ts';
import { findFax } from './find.ts';
import { faxesOn } from './list.ts';

export interface SinchSettings {
  readonly projectId: string;
  readonly keyId: string;
  readonly keySecret: string;
  readonly apiBase?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly log: Pick<Log, 'alarm'>;
}

const name = 'Sinch';

/** What an order is refused for that comes from our account, not from the payer. */
const settingsOfOurs = new Set(['from', 'serviceId']);

export function sinchFaxes(settings: SinchSettings): Partner {
  const {
    projectId,
    keyId,
    keySecret,
    apiBase = 'https://fax.api.sinch.com',
    log,
    timeoutMs = callTimeoutMs,
  } = settings;
  const key = Buffer.from(`${keyId}:${keySecret}`).toString('base64');
  const base = apiBase.replace(/\/+$/, '').replace(/\/v3$/, '');
  const call = callerOf({ name, base, authorization: `Basic ${key}`, log });
  const limit = () => AbortSignal.timeout(timeoutMs);
  const path = `/v3/projects/${encodeURIComponent(projectId)}/faxes`;
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

  /** An id that Sinch does not know may be one of another project of ours: that says nothing about the fax. */
  async function read(id: string): Promise<PartnerView> {
    const fax = faxIn(await call('GET', pathOf(id), limit()));
    return fax?.id === id ? viewOf(fax) : 'unknown';
  }

  return {
    hasKeys: false,
    async submit(request): Promise<SubmitOutcome> {
      const reply = await call('POST', path, limit(), await orderFor(request));
      if (reply.kind !== 'answer' || !isSuccess(reply.status)) {
        const outcome = notAccepted(reply, blamedFields, settingsOfOurs);
        if (outcome.ours) callOperator(log, name, outcome.ours, request.jobId);
        return outcome;
      }
      const fax = madeFax.safeParse(reply.body).data;
      if (fax === undefined) return { kind: 'unknown', reason: 'an acceptance that names no fax' };
      return { kind: 'accepted', order: orderOf(fax) };
    },
    find: (reference, order) => findFax(call, limit(), { path, reference, number: (order as FaxOrder).number }),
    read,
    async recall(id): Promise<RecallOutcome> {
      const view = await read(id);
      if (view === 'unknown') return { kind: 'unknown' };
      return 'stopped' in view ? { kind: 'cancelled' } : { kind: 'refused', progress: view.progress };
    },
    async record(id) {
      const reply = await call('GET', pathOf(id), limit());
      if (reply.kind === 'answer' && reply.status === 404) return undefined;
      const fax = faxIn(reply);
      if (fax === undefined) throw new Refusal({ code: 'unavailable', message: 'The fax partner does not answer.' });
      return fax;
    },
    ordersOn: (day, after) => faxesOn(call, limit(), path, day, after),
  };
}

function faxIn(reply: Reply): SinchFax | undefined {
  if (reply.kind !== 'answer' || !isSuccess(reply.status)) return undefined;
  return sinchFax.safeParse(reply.body).data;
}

/** Sinch would try again by itself; the machine counts its tries, so Sinch must not. */
async function orderFor({ reference, order, link }: PartnerRequest): Promise<object> {
  return {
    to: (order as FaxOrder).number,
    contentUrl: await link(),
    labels: { reference },
    maxRetries: 0,
    imageConversionMethod: 'MONOCHROME',
    resolution: 'FINE',
  };
}
