/** Faxes by Telnyx (API v2). Telnyx has no idempotency keys, so we look up a fax before we repeat a call. */
import * as z from 'zod/mini';
import { spanOf } from '../../domain/job/job.ts';
import type { PartnerOrder, Progress } from '../../domain/job/progress.ts';
import type { Clock } from '../../domain/times.ts';
import type { FaxOrder } from '../../products/fax/fax.ts';
import {
  accountProblem,
  alarmAccountProblem,
  deleteRecord,
  fetchRecord,
  isSuccess,
  jsonBody,
  multipart,
  type OrderOutcome,
  outcomeByStatus,
  type PartnerConnection,
  parseReply,
  type Reply,
  type Send,
  startConversation,
  startSubmission,
} from '../http/partner-client.ts';
import type { FindOutcome, Partner, PartnerRequest, PartnerView, RecallOutcome, SubmitOutcome } from '../partner.ts';
import { telnyx } from './facts.ts';
import { type TelnyxFax, telnyxFax, telnyxView } from './fax.ts';

const parseFax = (body: unknown): TelnyxFax | undefined => z.object({ data: telnyxFax }).safeParse(body).data?.data;

/** We report a failed fax as in progress, because Telnyx took the order. The next reading shows the failure. */
function telnyxOrder(fax: TelnyxFax): PartnerOrder {
  const view = telnyxView(fax);
  if (view.kind === 'unknown') return { id: fax.id, stage: 'accepted' };
  const progress: Progress = view.kind === 'stopped' ? { stage: 'in_progress' } : view.progress;
  return { id: fax.id, ...progress };
}

/** One page of the outgoing faxes that match `filters`; `undefined` if Telnyx sends no such page, or a different one. */
async function fetchFaxes(send: Send, filters: Readonly<Record<string, string>>, page: number) {
  const query = new URLSearchParams({
    'filter[direction][eq]': 'outbound',
    ...filters,
    'page[number]': `${page}`,
    'page[size]': '100',
  });
  const pageSchema = z.object({
    data: z.array(telnyxFax),
    meta: z.object({ page_number: z.int(), total_pages: z.int(), total_results: z.optional(z.int()) }),
  });
  const reply = await send({ method: 'GET', path: `/faxes?${query}` });
  const list = parseReply(reply, (body) => pageSchema.safeParse(body).data);
  return list?.meta.page_number === page ? list : undefined;
}

async function findTelnyxFax(send: Send, reference: string, number: string, since: number): Promise<FindOutcome> {
  const filters = { 'filter[to][eq]': number, 'filter[created_at][gte]': new Date(since).toISOString() };
  // If even more faxes went to this number, the outcome is `unknown`.
  const maxPages = 10;
  const seen = new Map<string, TelnyxFax>();
  for (let page = 1; page <= maxPages; page += 1) {
    const list = await fetchFaxes(send, filters, page);
    if (list === undefined) return { kind: 'unknown' };
    for (const fax of list.data) seen.set(fax.id, fax);
    const { total_pages, total_results = seen.size } = list.meta;
    const matches = [...seen.values()].filter((fax) => fax.client_state === clientState(reference));
    // There should be only one match. If there are two, the fax that may still be sent counts.
    if (matches[0] !== undefined)
      return { kind: 'found', order: telnyxOrder(matches.find(({ status }) => status !== 'failed') ?? matches[0]) };
    // A list without `client_state` cannot prove that our fax is not in it.
    const isComplete = seen.size >= total_results && [...seen.values()].every((fax) => fax.client_state !== undefined);
    if (page >= total_pages) return { kind: isComplete ? 'none' : 'unknown' };
  }
  return { kind: 'unknown' };
}

function telnyxOutcome(reply: Reply): OrderOutcome {
  const byStatus = outcomeByStatus(telnyx, reply);
  if (byStatus.kind !== 'answered') return byStatus;
  const { status, body } = byStatus;
  if (status !== 400 && status !== 422) {
    const fax = isSuccess(status) ? parseFax(body) : undefined;
    return fax === undefined
      ? { kind: 'unknown', reason: `Telnyx responded with ${status} and no fax` }
      : { kind: 'accepted', order: telnyxOrder(fax) };
  }
  // Without Telnyx's error shape, a refusal proves nothing. We read only field names, never Telnyx's messages.
  const errors = z.object({
    errors: z
      .array(z.looseObject({ source: z.nullish(z.looseObject({ pointer: z.nullish(z.string()) })) }))
      .check(z.minLength(1)),
  });
  // These fields come from our configuration. If one is wrong, paid faxes must not be refunded.
  const settings = new Set(['connection_id', 'from', 'webhook_url']);
  // `/to` → `to`; an empty name if an error names no field.
  const fields = errors.safeParse(body).data?.errors.map(({ source }) => source?.pointer?.split('/').at(-1) ?? '');
  if (fields === undefined) return { kind: 'unknown', reason: `Telnyx responded with ${status} and no reason` };
  if (!fields.every((field) => settings.has(field)))
    return { kind: 'rejected', reason: 'The fax partner refused the fax; it was not sent.', cause: 'document' };
  return {
    kind: 'not_taken',
    reason: 'Telnyx refused a setting of ours',
    problem: accountProblem('Telnyx', 'setting_refused', 'rejects one of our settings'),
  };
}

export function telnyxFaxes(
  settings: Omit<PartnerConnection, 'name' | 'headers'> & {
    readonly apiKey: string;
    readonly connectionId: string;
    /** In E.164 format, and assigned to the fax application. */
    readonly fromNumber: string;
    /** Telnyx sends its events here. If missing, it uses the URL in the fax application. */
    readonly webhookUrl?: string | undefined;
    readonly clock: Clock;
  },
): Partner {
  const { apiKey, connectionId, fromNumber, webhookUrl, clock, log } = settings;
  const connection: PartnerConnection = { ...settings, name: telnyx.title, headers: telnyx.access.headers(apiKey) };
  const pathOf = (id: string) => `/faxes/${encodeURIComponent(id)}`;

  /** An id that Telnyx does not know may belong to another account of ours, so it proves nothing about the fax. */
  const readView = async (send: Send, id: string): Promise<PartnerView> => {
    const fax = parseReply(await send({ method: 'GET', path: pathOf(id) }), parseFax);
    return fax?.id === id ? telnyxView(fax) : { kind: 'unknown' };
  };

  /** The first two calls share one time limit, and the later reads share another. The job's claim outlives both. */
  async function recall(id: string): Promise<RecallOutcome> {
    const send = startConversation(connection);
    const before = outcomeOfRecall(await readView(send, id));
    if (before !== 'pending') return before;
    await send({ method: 'POST', path: `${pathOf(id)}/actions/cancel`, body: jsonBody({}) });
    const sendAfter = startConversation(connection);
    // A cancellation takes effect some time after its response, so the fax is read up to three times.
    for (let reads = 0; reads < 3; reads += 1) {
      if (reads > 0) await clock.sleep(300);
      const after = outcomeOfRecall(await readView(sendAfter, id));
      if (after !== 'pending') return after;
    }
    return { kind: 'unknown' };
  }

  return {
    assumed: telnyx.assumed,
    async submit(request): Promise<SubmitOutcome> {
      const send = startSubmission(connection);
      const media = await uploadMedia(send, request);
      if ('kind' in media) return media;
      const body = jsonBody({
        connection_id: connectionId,
        from: fromNumber,
        to: (request.order as FaxOrder).number,
        ...media,
        client_state: clientState(request.reference),
        monochrome: true,
        quality: 'high',
        webhook_url: webhookUrl,
      });
      const outcome = telnyxOutcome(await send({ method: 'POST', path: '/faxes', body }));
      if (outcome.problem !== undefined) alarmAccountProblem(log, outcome.problem, request.jobId);
      return outcome;
    },
    find(reference, order) {
      // We try to submit an order for at most half a day, but a parked job may wait for an operator over a weekend.
      const since = clock.now() - 72 * 60 * 60 * 1_000;
      return findTelnyxFax(startConversation(connection), reference, (order as FaxOrder).number, since);
    },
    read: (id) => readView(startConversation(connection), id),
    recall,
    async erase(id) {
      const send = startConversation(connection);
      const stored = await send({ method: 'GET', path: pathOf(id) });
      const fax = parseReply(stored, parseFax);
      if (fax === undefined) return stored.kind === 'answered' && stored.status === 404;
      // The upload would stay for the rest of its day. We delete it first, because only the fax has its name.
      if (fax.media_name && !(await deleteRecord(send, `/media/${encodeURIComponent(fax.media_name)}`))) return false;
      return deleteRecord(send, pathOf(id));
    },
    record: (id) => fetchRecord(startConversation(connection), pathOf(id), parseFax),
    ordersOn: (day, after) => faxesListedOn(startConversation(connection), day, after),
  };
}

/** `pending` until a page can have left: canceling later would cut off a call in progress. */
function outcomeOfRecall(view: PartnerView): RecallOutcome | 'pending' {
  if (view.kind === 'unknown') return { kind: 'unknown' };
  if (view.kind === 'stopped') return { kind: 'cancelled' };
  return view.progress.stage === 'accepted' ? 'pending' : { kind: 'refused', progress: view.progress };
}

/** Returns an outcome if the document could not be uploaded. Then no fax is ordered. */
async function uploadMedia(
  send: Send,
  { pdf, reference, link }: PartnerRequest,
): Promise<{ readonly media_name: string } | { readonly media_url: string } | SubmitOutcome> {
  if (pdf === undefined || pdf.length > telnyx.maxUploadBytes) return { media_url: await link() };
  // Telnyx deletes the document after a day, when no fax needs it anymore.
  const body = multipart({ ttl_secs: 24 * 60 * 60 }, { name: 'media', pdf }, reference);
  const reply = await send({ method: 'POST', path: '/media', body });
  const upload = z.object({ data: z.object({ media_name: z.string().check(z.regex(/^[\w.-]{1,200}$/)) }) });
  const stored = parseReply(reply, (json) => upload.safeParse(json).data?.data);
  if (stored !== undefined) return { media_name: stored.media_name };
  // Telnyx refuses the upload, not the fax: it may still fetch the document.
  if (reply.kind === 'answered' && [400, 404, 413, 422].includes(reply.status)) return { media_url: await link() };
  const why = reply.kind === 'answered' ? `${reply.status}` : reply.code;
  return { kind: 'not_taken', reason: `Telnyx did not accept the document (${why})` };
}

async function faxesListedOn(send: Send, day: string, cursor = '1'): ReturnType<Partner['ordersOn']> {
  const page = Number(cursor);
  const { from, to } = spanOf(day);
  const filters = {
    'filter[created_at][gte]': new Date(from).toISOString(),
    'filter[created_at][lt]': new Date(to).toISOString(),
  };
  const list = await fetchFaxes(send, filters, page);
  if (list === undefined) throw new Error('Telnyx sent no list of faxes');
  const orders = list.data.map((fax) => {
    const createdAt = Date.parse(fax.created_at ?? '');
    // Without `client_state`, we cannot know which faxes are ours.
    if (fax.client_state === undefined || Number.isNaN(createdAt))
      throw new Error('Telnyx lists a fax of an unknown shape');
    return {
      id: fax.id,
      reference: fax.client_state === null ? undefined : Buffer.from(fax.client_state, 'base64').toString(),
      isActive: telnyxView(fax).kind !== 'stopped',
      createdAt,
    };
  });
  return { orders, next: page < list.meta.total_pages ? `${page + 1}` : undefined };
}

/** Our reference in Telnyx's records, which take Base64 only. */
export const clientState = (reference: string): string => Buffer.from(reference).toString('base64');
