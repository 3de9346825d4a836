/** Telnyx’s faxes, and their statuses and failures in our words. Its own messages are never passed on. */
import * as z from 'zod/mini';
import type { FailureCause } from '../../domain/job/lifecycle.ts';
import type { Progress } from '../../domain/job/progress.ts';
import { accountProblem } from '../http/partner-client.ts';
import type { KnownView, PartnerView } from '../partner.ts';

export const telnyxFax = z.looseObject({
  id: z.string().check(z.minLength(1)),
  status: z.string(),
  client_state: z.nullish(z.string()),
  failure_reason: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
  /** The name of the uploaded document. */
  media_name: z.nullish(z.string()),
});

export type TelnyxFax = z.infer<typeof telnyxFax>;

export function telnyxView({ status, failure_reason }: Pick<TelnyxFax, 'status' | 'failure_reason'>): PartnerView {
  if (status === 'failed') return failureView(failure_reason);
  const accepted: Progress = { stage: 'accepted' };
  // At `originated` Telnyx may have dialed, but no page has left. The statuses of received faxes are missing on purpose.
  const progress = new Map<string, Progress>([
    ['queued', accepted],
    ['media.processing', accepted],
    ['media.processed', accepted],
    ['originated', accepted],
    ['sending', { stage: 'in_progress' }],
    ['delivered', { stage: 'completed', final: true }],
  ]).get(status);
  return progress === undefined ? { kind: 'unknown' } : { kind: 'progress', progress };
}

/**
 * `retry`: the failure may be over in a minute, so we send the fax again. The cause `account`: our Telnyx account stopped
 * the fax, and the operator must find out why. Telnyx's client and error list have the names of the failures; the causes
 * are ours.
 */
type TelnyxFailure = readonly [cause: FailureCause, next: 'retry' | 'give up', sentence: string];

export const failures: ReadonlyMap<string, TelnyxFailure> = new Map(
  (
    [
      ['line', 'retry', 'The receiving line was busy.', 'user_busy'],
      ['line', 'retry', 'No one answered the call.', 'receiver_no_answer'],
      ['line', 'retry', 'The receiving machine did not respond.', 'receiver_no_response'],
      ['line', 'retry', 'The receiving side hung up.', 'receiver_call_dropped'],
      [
        'line',
        'retry',
        'The telephone line failed.',
        'receiver_recovery_on_timer_expire sender_call_dropped carrier_lost service_unavailable sender_communication_error',
      ],
      [
        'number',
        'retry',
        'The receiving machine disconnected, or is not a fax machine.',
        'fax_signaling_error receiver_communication_error fax_initial_communication_timeout invalid_ecm_response_from_receiver',
      ],
      [
        'number',
        'give up',
        'The number does not exist, or is not in service.',
        'receiver_invalid_number_format receiver_unallocated_number destination_invalid',
      ],
      ['number', 'give up', 'The number cannot receive faxes.', 'receiver_incompatible_destination'],
      ['line', 'give up', 'The receiving side declined the call.', 'receiver_decline'],
      ['number', 'give up', 'The number cannot be reached.', 'destination_unreachable'],
      [
        'document',
        'give up',
        'The fax partner could not use the document.',
        'file_format_invalid file_size_limit_exceeded page_count_limit_exceeded',
      ],
      [
        'account',
        'retry',
        'The fax account of this service stopped the fax (NAME): all its lines were busy.',
        'user_channel_limit_exceeded connection_channel_limit_exceeded outbound_profile_channel_limit_exceeded',
      ],
      [
        'document',
        'retry',
        'The fax partner could not read the document.',
        'file_download_failed media_processing_exception',
      ],
      ['stopped', 'give up', 'The fax was canceled before it was sent.', 'sender_canceled'],
      [
        'account',
        'give up',
        'The fax account of this service stopped the fax (NAME): its operator must look into it.',
        'destination_not_in_countries_whitelist destination_not_in_service_plan no_outbound_profile unverified_origination_number unverified_destination_not_allowed account_disabled outbound_profile_daily_spend_limit_exceeded',
      ],
    ] as const
  ).flatMap(([cause, next, sentence, names]) =>
    names.split(' ').map((name): [string, TelnyxFailure] => [name, [cause, next, sentence.replace('NAME', name)]]),
  ),
);

export function failureView(name: string | null | undefined): KnownView {
  const [cause, next, reason] = failures.get(name ?? '') ?? ['line', 'give up', 'The fax could not be sent.'];
  return {
    kind: 'stopped',
    reason,
    cause,
    ...(next === 'retry' && { isRetryable: true }),
    ...(cause === 'account' && { accountProblem: accountProblem('Telnyx', `${name}`, 'stopped a fax at our account') }),
  };
}
