/**
 * Faxes by Sinch (Fax API v3), the backup fax partner. It has no idempotency keys: if an answer is lost, the fax is
 * looked up before it is sent again. It documents no way to cancel, so a fax that it has is not recalled. It sends from
 * the project's own number. It signs no callbacks, so none are requested and the status is polled.
 */
import * as z from 'zod/mini';
import { spanOf } from '../../../core/job/waiting.ts';
import { basic } from '../../../partners/connection.ts';
import { sinch as descriptor, tokenUrl } from '../../../partners/sinch.ts';
import type { Log } from '../../../ports/log.ts';
import type {
  ListedOrder,
  Partner,
  PartnerRequest,
  PartnerView,
  RecallOutcome,
  SubmitOutcome,
} from '../../../ports/partner.ts';
import type { FaxOrder } from '../../../products/fax/fax.ts';
import { accessToken } from '../../http/access-token.ts';
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
import { isFaxOver, madeFax, type SinchFax, sinchFax, sinchOrder, sinchPage, sinchView } from './fax.ts';
import { dayEndOf, findSinchFax } from './find.ts';

export interface SinchSettings extends TimeLimits {
  readonly projectId: string;
  readonly keyId: string;
  readonly keySecret: string;
  readonly apiBase?: string | undefined;
  /** Unix ms. */
  readonly now: () => number;
  readonly log: Pick<Log, 'alarm'>;
}

const { title: name, assumed, mostUploadBytes } = descriptor;

/** The part of Sinch's error bodies that is read: the rejected fields, never the words. */
const error = z.looseObject({
  code: z.union([z.string(), z.number()]),
  details: z.nullish(z.looseObject({ fieldViolations: z.nullish(z.array(z.looseObject({ field: z.string() }))) })),
});

const dialect: FaxDialect = {
  name,
  assumed,
  settings: new Set(['from', 'serviceId']),
  /** Some error bodies wrap the error in `error`. */
  blamedFields(body) {
    const inner = (body as { readonly error?: unknown } | undefined)?.error;
    const { data } = error.safeParse(typeof inner === 'object' ? inner : body);
    return data && (data.details?.fieldViolations ?? []).map(({ field }) => field);
  },
  orderOf(body) {
    const fax = madeFax.safeParse(body).data;
    return fax && sinchOrder(fax);
  },
};

export function sinchFaxes(settings: SinchSettings): Partner {
  const { projectId, keyId, keySecret, apiBase = descriptor.api.base, now, ...others } = settings;
  const baseUrl = apiBase.replace(/\/+$/, '').replace(/\/v3$/, '');
  const token = accessToken({ url: tokenUrl(baseUrl), headers: basic(keyId, keySecret), now });
  const connection: PartnerConnection = { name, baseUrl, headers: {}, token, ...others };
  const path = `/v3/projects/${encodeURIComponent(projectId)}/faxes`;
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

  /** An id that Sinch does not know may belong to another project of ours, so it says nothing about the fax. */
  async function read(id: string): Promise<PartnerView> {
    const ask = conversation(connection);
    const fax = parsed(await ask({ method: 'GET', path: pathOf(id) }), faxIn);
    if (fax?.id !== id) return 'unknown';
    if (isFaxOver(fax)) await forget(ask, id);
    return sinchView(fax);
  }

  /** Sinch would keep the document for 13 months. A lost call does no harm: the daily sweep repeats it. */
  const forget = (ask: Ask, id: string) => ask({ method: 'DELETE', path: `${pathOf(id)}/file` });

  return {
    assumed,
    async submit(request): Promise<SubmitOutcome> {
      const ask = submission(connection);
      const body = jsonBody(await orderFor(request));
      const outcome = faxOutcome(await ask({ method: 'POST', path, body }), dialect);
      if (outcome.problem !== undefined) alarmAccountProblem(settings.log, outcome.problem, request.jobId);
      return outcome;
    },
    find: (reference, order) =>
      findSinchFax(conversation(connection), { path, reference, number: (order as FaxOrder).number }),
    read,
    async recall(id): Promise<RecallOutcome> {
      const view = await read(id);
      if (view === 'unknown') return { kind: 'unknown' };
      return 'stopped' in view ? { kind: 'cancelled' } : { kind: 'refused', progress: view.progress };
    },
    record: (id) => recordAt(conversation(connection), pathOf(id), faxIn),
    ordersOn: (day, after) => sinchFaxesOn(conversation(connection), path, day, after),
    forget: async (id) => void (await forget(conversation(connection), id)),
  };
}

const faxIn = (body: unknown): SinchFax | undefined => sinchFax.safeParse(body).data;

/** Sinch would try again by itself (`maxRetries`). It must not, because the job counts its own tries. */
async function orderFor({ reference, order, pdf, link }: PartnerRequest): Promise<object> {
  const isSmall = pdf !== undefined && pdf.length <= mostUploadBytes;
  return {
    to: (order as FaxOrder).number,
    // Uploads in JSON, because the form of `labels` in a multipart body is not documented.
    files: isSmall ? [{ file: Buffer.from(pdf).toString('base64'), fileType: 'PDF' }] : undefined,
    contentUrl: isSmall ? undefined : await link(),
    labels: { reference },
    maxRetries: 0,
    imageConversionMethod: 'MONOCHROME',
    resolution: 'FINE',
  };
}

/** The cursor holds the number of the next page and the count of faxes before it. */
async function sinchFaxesOn(ask: Ask, path: string, day: string, after = '1 0'): ReturnType<Partner['ordersOn']> {
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
