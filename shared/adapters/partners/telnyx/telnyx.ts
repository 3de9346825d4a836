/**
 * Faxes by Telnyx (API v2). It has no idempotency keys, so a call whose answer is lost is never repeated unasked: it is
 * looked up by number, time and our reference first (telnyx-find.ts).
 */
import type { Progress } from '../../../core/job.ts';
import { callOperator } from '../../../core/our-fault.ts';
import { Refusal } from '../../../core/refusal.ts';
import { callTimeoutMs } from '../../../core/retry.ts';
import type { Clock, Log, Partner, PartnerRequest, PartnerView, RecallOutcome, SubmitOutcome } from '../../../ports.ts';
import type { FaxOrder } from '../../../products/fax/fax.ts';
import { notAccepted } from '../fax/answers.ts';
import { callerOf, isSuccess, type Reply } from '../fax/call.ts';
import { blamedFields } from './error.ts';
import { clientState, oneFax, orderOf, type TelnyxFax, viewOf } from './fax.ts';
import { findFax } from './find.ts';
import { faxesOn } from './list.ts';

export interface TelnyxSettings {
  readonly apiKey: string;
  /** The fax application's id. */
  readonly connectionId: string;
  /** E.164, and assigned to that application. */
  readonly fromNumber: string;
  /** With or without `/v2`. */
  readonly apiBase?: string | undefined;
  /** Where Telnyx sends its events; without it, where the fax application says. */
  readonly webhookUrl?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly clock: Clock;
  readonly log: Pick<Log, 'alarm'>;
}

const name = 'Telnyx';

/** Fields of an order that come from our configuration, not from the payer. */
const settingsOfOurs = new Set(['connection_id', 'from', 'webhook_url']);

/** A cancellation is carried out behind the answer: it is looked for this often, this far apart. */
const looksAfterCancel = 3;
const lookAgainMs = 300;

export function telnyxFaxes(settings: TelnyxSettings): Partner {
  const { apiKey, apiBase = 'https://api.telnyx.com', clock, log, timeoutMs = callTimeoutMs } = settings;
  const base = `${apiBase.replace(/\/+$/, '').replace(/\/v2$/, '')}/v2`;
  const call = callerOf({ name, base, authorization: `Bearer ${apiKey}`, log });
  const limit = () => AbortSignal.timeout(timeoutMs);
  const pathOf = (id: string) => `/faxes/${encodeURIComponent(id)}`;

  /** An id that Telnyx does not know may be one of another account of ours: that says nothing about the fax. */
  const look = async (id: string, within: AbortSignal): Promise<PartnerView> => {
    const fax = faxIn(await call('GET', pathOf(id), within));
    return fax?.id === id ? viewOf(fax) : 'unknown';
  };

  /** One time limit for all looks, and one for the two calls before: the claim is held for longer than both. */
  async function recall(id: string): Promise<RecallOutcome> {
    const within = limit();
    const before = recalled(await look(id, within));
    if (before !== 'not yet') return before;
    await call('POST', `${pathOf(id)}/actions/cancel`, within, {});
    const confirmWithin = limit();
    for (let looks = 0; looks < looksAfterCancel; looks += 1) {
      if (looks > 0) await clock.sleep(lookAgainMs);
      const after = recalled(await look(id, confirmWithin));
      if (after !== 'not yet') return after;
    }
    return { kind: 'unknown' };
  }

  return {
    hasKeys: false,
    async submit(request): Promise<SubmitOutcome> {
      const reply = await call('POST', '/faxes', limit(), await orderFor(settings, request));
      if (reply.kind !== 'answer' || !isSuccess(reply.status)) {
        const outcome = notAccepted(reply, blamedFields, settingsOfOurs);
        if (outcome.ours) callOperator(log, name, outcome.ours, request.jobId);
        return outcome;
      }
      const fax = faxIn(reply);
      if (fax === undefined) return { kind: 'unknown', reason: 'an acceptance that names no fax' };
      return { kind: 'accepted', order: orderOf(fax) };
    },
    find: (reference, order) =>
      findFax(call, limit(), { reference, number: (order as FaxOrder).number, now: clock.now() }),
    read: (id) => look(id, limit()),
    recall,
    async record(id) {
      const reply = await call('GET', pathOf(id), limit());
      if (reply.kind === 'answer' && reply.status === 404) return undefined;
      const fax = faxIn(reply);
      if (fax === undefined) throw new Refusal({ code: 'unavailable', message: 'The fax partner does not answer.' });
      return fax;
    },
    ordersOn: (day, after) => faxesOn(call, limit(), day, after),
  };
}

function faxIn(reply: Reply): TelnyxFax | undefined {
  if (reply.kind !== 'answer' || !isSuccess(reply.status)) return undefined;
  return oneFax.safeParse(reply.body).data?.data;
}

async function orderFor(settings: TelnyxSettings, { reference, order, link }: PartnerRequest): Promise<object> {
  const { connectionId, fromNumber, webhookUrl } = settings;
  return {
    connection_id: connectionId,
    from: fromNumber,
    to: (order as FaxOrder).number,
    media_url: await link(),
    client_state: clientState(reference),
    monochrome: true,
    quality: 'high',
    ...(webhookUrl === undefined ? {} : { webhook_url: webhookUrl }),
  };
}

/** Telnyx would cut a call in two that is under way; we cancel only before any page can have left. */
function recalled(view: PartnerView): RecallOutcome | 'not yet' {
  if (view === 'unknown') return { kind: 'unknown' };
  if ('stopped' in view) return { kind: 'cancelled' };
  return isUnderWay(view.progress) ? { kind: 'refused', progress: view.progress } : 'not yet';
}

const isUnderWay = ({ stage }: Progress): boolean => stage !== 'accepted';
