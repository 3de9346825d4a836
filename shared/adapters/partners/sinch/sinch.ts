/**
 * Faxes by Sinch (Fax API v3), the backup fax partner. It has no idempotency keys: if an answer is lost, the fax is
 * looked up before it is sent again. It documents no way to cancel, so a fax that it has is not recalled. It sends from
 * the project's own number. It signs no callbacks, so none are requested and the status is polled.
 */
import * as z from 'zod/mini';
import { Refusal } from '../../../core/refusal.ts';
import { sinch as descriptor } from '../../../partners/sinch.ts';
import type { Log, Partner, PartnerRequest, PartnerView, RecallOutcome, SubmitOutcome } from '../../../ports.ts';
import type { FaxOrder } from '../../../products/fax/fax.ts';
import { raiseAccountProblem } from '../../http/account-problem.ts';
import { isSuccess } from '../../http/answers.ts';
import { jsonBody } from '../../http/body.ts';
import { conversation, type PartnerConnection, type Reply } from '../../http/partner-client.ts';
import { type Dialect, outcomeOf } from '../fax/outcome.ts';
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

const { title: name, hasKeys } = descriptor;

/** The part of Sinch's error bodies that is read: the rejected fields, never the words. */
const error = z.looseObject({
  code: z.union([z.string(), z.number()]),
  details: z.nullish(z.looseObject({ fieldViolations: z.nullish(z.array(z.looseObject({ field: z.string() }))) })),
});

const dialect: Dialect = {
  name,
  settings: new Set(['from', 'serviceId']),
  /** Some error bodies wrap the error in `error`. */
  blamedFields(body) {
    const inner = (body as { readonly error?: unknown } | undefined)?.error;
    const { data } = error.safeParse(typeof inner === 'object' ? inner : body);
    return data && (data.details?.fieldViolations ?? []).map(({ field }) => field);
  },
  orderOf(body) {
    const fax = madeFax.safeParse(body).data;
    return fax && orderOf(fax);
  },
};

export function sinchFaxes(settings: SinchSettings): Partner {
  const { projectId, keyId, keySecret, apiBase = descriptor.api.base, log, timeoutMs } = settings;
  const key = Buffer.from(`${keyId}:${keySecret}`).toString('base64');
  const baseUrl = apiBase.replace(/\/+$/, '').replace(/\/v3$/, '');
  const connection: PartnerConnection = { name, baseUrl, headers: { authorization: `Basic ${key}` }, timeoutMs, log };
  const path = `/v3/projects/${encodeURIComponent(projectId)}/faxes`;
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

  /** An id that Sinch does not know may belong to another project of ours, so it says nothing about the fax. */
  async function read(id: string): Promise<PartnerView> {
    const fax = faxIn(await conversation(connection)({ method: 'GET', path: pathOf(id) }));
    return fax?.id === id ? viewOf(fax) : 'unknown';
  }

  return {
    hasKeys,
    async submit(request): Promise<SubmitOutcome> {
      const ask = conversation(connection);
      const body = jsonBody(await orderFor(request));
      const outcome = outcomeOf(await ask({ method: 'POST', path, body }), dialect);
      if (outcome.problem !== undefined) raiseAccountProblem(log, outcome.problem, request.jobId);
      return outcome;
    },
    find: (reference, order) =>
      findFax(conversation(connection), { path, reference, number: (order as FaxOrder).number }),
    read,
    async recall(id): Promise<RecallOutcome> {
      const view = await read(id);
      if (view === 'unknown') return { kind: 'unknown' };
      return 'stopped' in view ? { kind: 'cancelled' } : { kind: 'refused', progress: view.progress };
    },
    async record(id) {
      const reply = await conversation(connection)({ method: 'GET', path: pathOf(id) });
      if (reply.kind === 'answered' && reply.status === 404) return undefined;
      const fax = faxIn(reply);
      if (fax === undefined) throw new Refusal({ code: 'unavailable', message: 'The fax partner does not answer.' });
      return fax;
    },
    ordersOn: (day, after) => faxesOn(conversation(connection), path, day, after),
  };
}

function faxIn(reply: Reply): SinchFax | undefined {
  if (reply.kind !== 'answered' || !isSuccess(reply.status)) return undefined;
  return sinchFax.safeParse(reply.body).data;
}

/** Sinch would try again by itself (`maxRetries`). It must not, because the job counts its own tries. */
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
