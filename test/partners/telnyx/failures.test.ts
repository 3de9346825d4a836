/** Every reason that Telnyx gives for a failed fax, and our reaction to it. */
import { type FailureClass, failureNamed, failures, stoppedBy } from '../../../shared/partners/telnyx/fax.ts';

const sorted: Readonly<Record<FailureClass, readonly string[]>> = {
  line: [
    'user_busy',
    'receiver_no_answer',
    'receiver_no_response',
    'receiver_call_dropped',
    'receiver_recovery_on_timer_expire',
    'sender_call_dropped',
    'carrier_lost',
    'service_unavailable',
    'fax_signaling_error',
    'receiver_communication_error',
    'sender_communication_error',
    'fax_initial_communication_timeout',
    'invalid_ecm_response_from_receiver',
  ],
  number: [
    'receiver_invalid_number_format',
    'receiver_unallocated_number',
    'receiver_incompatible_destination',
    'receiver_decline',
    'destination_invalid',
    'destination_unreachable',
    'file_format_invalid',
    'file_size_limit_exceeded',
    'page_count_limit_exceeded',
  ],
  ours: [
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
  ],
  media: ['file_download_failed', 'media_processing_exception'],
  cancelled: ['sender_canceled'],
};

const rows = Object.entries(sorted).flatMap(([kind, names]) => names.map((name) => [name, kind] as const));

test.each(rows)('%s is of the class %s', (name, kind) => {
  expect(failureNamed(name)[0]).toBe(kind);
  const bounces = kind === 'line' || kind === 'media';
  expect(stoppedBy(name)).toEqual({
    kind: 'stopped',
    reason: expect.stringMatching(/^[A-Z].*\.$/),
    ...(bounces && { mayBounce: true }),
    ...(kind === 'ours' && { accountProblem: { code: name, reason: expect.stringContaining('our account') } }),
  });
});

test('no reason stands in the table that is not sorted here', () => {
  expect([...failures.keys()].sort()).toEqual(rows.map(([name]) => name).sort());
});

test('a stop at our own account names the reason, for the operator', () => {
  for (const name of sorted.ours) expect(failureNamed(name)[1]).toContain(name);
});

test.each(['constructor', 'SOMETHING <new>', '', null, undefined])(
  '%j, which nobody knows, is told without it',
  (name) => {
    expect(stoppedBy(name)).toEqual({ kind: 'stopped', reason: 'The fax could not be sent.' });
  },
);
