/** Telnyx’s fax object, its statuses and its failures in our words. Its own sentences are never passed on. */
import * as z from 'zod/mini';
import type { PartnerOrder, Progress } from '../../domain/job/progress.ts';
import { accountProblem } from '../http/partner-client.ts';
import type { KnownView, PartnerView } from '../partner.ts';

const nullishText = z.nullish(z.string());

const telnyxFax = z.looseObject({
  id: z.string().check(z.minLength(1)),
  status: z.string(),
  to: z.optional(z.string()),
  direction: z.optional(z.string()),
  client_state: nullishText,
  failure_reason: nullishText,
  created_at: nullishText,
});

export type TelnyxFax = z.infer<typeof telnyxFax>;

export const oneFax = z.object({ data: telnyxFax });

export const telnyxPage = z.object({
  data: z.array(telnyxFax),
  meta: z.object({ page_number: z.int(), total_pages: z.int(), total_results: z.optional(z.int()) }),
});

const accepted: Progress = { stage: 'accepted' };

/** At `originated` Telnyx may have dialed, but no page has left. Statuses of received faxes are not listed. */
const standings: ReadonlyMap<string, Progress> = new Map([
  ['queued', accepted],
  ['media.processing', accepted],
  ['media.processed', accepted],
  ['originated', accepted],
  ['sending', { stage: 'in_progress' }],
  ['delivered', { stage: 'completed', final: true }],
]);

export function telnyxView({ status, failure_reason }: Pick<TelnyxFax, 'status' | 'failure_reason'>): PartnerView {
  if (status === 'failed') return stoppedBy(failure_reason);
  const progress = standings.get(status);
  return progress === undefined ? { kind: 'unknown' } : { kind: 'progress', progress };
}

/** A fax that failed in the meantime was accepted all the same; reading it shows the failure. */
export function telnyxOrder(fax: TelnyxFax): PartnerOrder {
  const view = telnyxView(fax);
  if (view.kind === 'unknown') return { id: fax.id, ...accepted };
  const progress: Progress = view.kind === 'stopped' ? { stage: 'in_progress' } : view.progress;
  return { id: fax.id, ...progress };
}

/** Our reference in Telnyx's records, which take Base64 only. */
export const clientState = (reference: string): string => Buffer.from(reference).toString('base64');

/**
 * `line`: may be over in a minute. `media`: Telnyx could not read the document, and gets a fresh link. `number`: the
 * fax will never arrive. `ours`: our Telnyx account stops it, and an operator must fix that. `cancelled`: by us.
 */
export type FailureClass = 'line' | 'media' | 'number' | 'ours' | 'cancelled';

type TelnyxFailure = readonly [FailureClass, sentence: string];

const noFaxMachine = 'The receiving machine broke off, or is no fax machine.';
const lineFailed = 'The telephone line failed.';
const wrongNumber = 'The number does not exist, or is not in service.';
const unfit = 'The fax partner could not use the document.';
const unread = 'The fax partner could not read the document.';

const ours = (name: string): TelnyxFailure => [
  'ours',
  `The fax account of this service stopped the fax (${name}): its operator must look into it.`,
];

const accountReasons = [
  'destination_not_in_countries_whitelist',
  'destination_not_in_service_plan',
  'no_outbound_profile',
  'unverified_origination_number',
  'unverified_destination_not_allowed',
  'account_disabled',
  'user_channel_limit_exceeded',
  'connection_channel_limit_exceeded',
  'outbound_profile_channel_limit_exceeded',
  'outbound_profile_daily_spend_limit_exceeded',
] as const;

/** The names are from Telnyx's own client and error list; the classes are ours. */
export const failures: ReadonlyMap<string, TelnyxFailure> = new Map<string, TelnyxFailure>([
  ['user_busy', ['line', 'The receiving line was busy.']],
  ['receiver_no_answer', ['line', 'Nobody answered the call.']],
  ['receiver_no_response', ['line', 'The receiving machine did not respond.']],
  ['receiver_call_dropped', ['line', 'The receiving side hung up.']],
  ['receiver_recovery_on_timer_expire', ['line', lineFailed]],
  ['sender_call_dropped', ['line', lineFailed]],
  ['carrier_lost', ['line', lineFailed]],
  ['service_unavailable', ['line', lineFailed]],
  ['fax_signaling_error', ['line', noFaxMachine]],
  ['receiver_communication_error', ['line', noFaxMachine]],
  ['sender_communication_error', ['line', lineFailed]],
  ['fax_initial_communication_timeout', ['line', noFaxMachine]],
  ['invalid_ecm_response_from_receiver', ['line', noFaxMachine]],
  ['receiver_invalid_number_format', ['number', wrongNumber]],
  ['receiver_unallocated_number', ['number', wrongNumber]],
  ['receiver_incompatible_destination', ['number', 'The number cannot receive faxes.']],
  ['receiver_decline', ['number', 'The receiving side declined the call.']],
  ['destination_invalid', ['number', wrongNumber]],
  ['destination_unreachable', ['number', 'The number cannot be reached.']],
  ['file_format_invalid', ['number', unfit]],
  ['file_size_limit_exceeded', ['number', unfit]],
  ['page_count_limit_exceeded', ['number', unfit]],
  ['file_download_failed', ['media', unread]],
  ['media_processing_exception', ['media', unread]],
  ['sender_canceled', ['cancelled', 'The fax was cancelled before it was sent.']],
  ...accountReasons.map((name) => [name, ours(name)] as const),
]);

export const failureNamed = (name: string | null | undefined): TelnyxFailure =>
  failures.get(name ?? '') ?? ['number', 'The fax could not be sent.'];

export function stoppedBy(name: string | null | undefined): KnownView {
  const [kind, stopped] = failureNamed(name);
  if (kind === 'ours')
    return {
      kind: 'stopped',
      reason: stopped,
      accountProblem: accountProblem('Telnyx', `${name}`, 'stopped a fax at our account'),
    };
  return kind === 'line' || kind === 'media'
    ? { kind: 'stopped', reason: stopped, mayBounce: true }
    : { kind: 'stopped', reason: stopped };
}
