/** Faxes by Telnyx (API v2). Without idempotency keys, a fax is looked up before a call is repeated. */
import * as z from 'zod/mini';
import { telnyx as descriptor } from '../../../partners/telnyx.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Partner, PartnerRequest, PartnerView, RecallOutcome, SubmitOutcome } from '../../../ports/partner.ts';
import type { FaxOrder } from '../../../products/fax/fax.ts';
import { alarmAccountProblem } from '../../http/account-problem.ts';
import { jsonBody } from '../../http/body.ts';
import {
  type Ask,
  conversation,
  type PartnerConnection,
  submission,
  type TimeLimits,
} from '../../http/partner-client.ts';
import { parsed, recordAt } from '../../http/record.ts';
import { type FaxDialect, faxOutcome } from '../fax/outcome.ts';
import { clientState, oneFax, type TelnyxFax, telnyxOrder, telnyxView } from './fax.ts';
import { findTelnyxFax } from './find.ts';
import { telnyxFaxesOn } from './list.ts';
import { type Media, uploadMedia } from './media.ts';

export interface TelnyxSettings extends TimeLimits {
  readonly apiKey: string;
  /** The id of the fax application. */
  readonly connectionId: string;
  /** In E.164 form, and assigned to that application. */
  readonly fromNumber: string;
  /** With or without `/v2`. */
  readonly apiBase?: string | undefined;
  /** Telnyx sends its events here. If missing, it uses the address in the fax application. */
  readonly webhookUrl?: string | undefined;
  readonly clock: Clock;
  readonly log: Pick<Log, 'alarm'>;
}

const { title: name, assumed } = descriptor;

/** The part of Telnyx's error bodies that is read: the rejected fields, never the words. */
const errors = z.object({
  errors: z
    .array(z.looseObject({ source: z.nullish(z.looseObject({ pointer: z.nullish(z.string()) })) }))
    .check(z.minLength(1)),
});

const dialect: FaxDialect = {
  name,
  assumed,
  settings: new Set(['connection_id', 'from', 'webhook_url']),
  /** `/to` → `to`; an empty name if an error names no field. */
  blamedFields: (body) =>
    errors.safeParse(body).data?.errors.map(({ source }) => source?.pointer?.split('/').at(-1) ?? ''),
  orderOf(body) {
    const fax = oneFax.safeParse(body).data?.data;
    return fax && telnyxOrder(fax);
  },
};

export function telnyxFaxes(settings: TelnyxSettings): Partner {
  const { apiKey, apiBase = descriptor.api.base, clock, log, timeoutMs, submitTimeoutMs } = settings;
  const baseUrl = `${apiBase.replace(/\/+$/, '').replace(/\/v2$/, '')}/v2`;
  const connection: PartnerConnection = {
    name,
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    timeoutMs,
    submitTimeoutMs,
    log,
  };
  const pathOf = (id: string) => `/faxes/${encodeURIComponent(id)}`;

  /** An id that Telnyx does not know may belong to another account of ours, so it says nothing about the fax. */
  const look = async (ask: Ask, id: string): Promise<PartnerView> => {
    const fax = parsed(await ask({ method: 'GET', path: pathOf(id) }), faxIn);
    return fax?.id === id ? telnyxView(fax) : 'unknown';
  };

  /** The two calls before share one time limit, and all looks after share another: the claim outlives both. */
  async function recall(id: string): Promise<RecallOutcome> {
    const ask = conversation(connection);
    const before = recalled(await look(ask, id));
    if (before !== 'not yet') return before;
    await ask({ method: 'POST', path: `${pathOf(id)}/actions/cancel`, body: jsonBody({}) });
    const askAgain = conversation(connection);
    // A cancellation takes effect some time after its answer, so the fax is read three times.
    for (let looks = 0; looks < 3; looks += 1) {
      if (looks > 0) await clock.sleep(300);
      const after = recalled(await look(askAgain, id));
      if (after !== 'not yet') return after;
    }
    return { kind: 'unknown' };
  }

  return {
    assumed,
    async submit(request): Promise<SubmitOutcome> {
      const ask = submission(connection);
      const media = await uploadMedia(ask, request);
      if ('kind' in media) return media;
      const body = jsonBody(orderFor(settings, request, media));
      const outcome = faxOutcome(await ask({ method: 'POST', path: '/faxes', body }), dialect);
      if (outcome.problem !== undefined) alarmAccountProblem(log, outcome.problem, request.jobId);
      return outcome;
    },
    find: (reference, order) =>
      findTelnyxFax(conversation(connection), { reference, number: (order as FaxOrder).number, now: clock.now() }),
    read: (id) => look(conversation(connection), id),
    recall,
    record: (id) => recordAt(conversation(connection), pathOf(id), faxIn),
    ordersOn: (day, after) => telnyxFaxesOn(conversation(connection), day, after),
  };
}

const faxIn = (body: unknown): TelnyxFax | undefined => oneFax.safeParse(body).data?.data;

const orderFor = (
  { connectionId, fromNumber, webhookUrl }: TelnyxSettings,
  { reference, order }: PartnerRequest,
  media: Media,
): object => ({
  connection_id: connectionId,
  from: fromNumber,
  to: (order as FaxOrder).number,
  ...media,
  client_state: clientState(reference),
  monochrome: true,
  quality: 'high',
  webhook_url: webhookUrl,
});

/** Telnyx would cut off a call in progress, so we cancel only before any page can have left. */
function recalled(view: PartnerView): RecallOutcome | 'not yet' {
  if (view === 'unknown') return { kind: 'unknown' };
  if ('stopped' in view) return { kind: 'cancelled' };
  return view.progress.stage === 'accepted' ? 'not yet' : { kind: 'refused', progress: view.progress };
}
