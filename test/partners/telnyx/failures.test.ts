/** How we respond to each kind of failed fax at Telnyx. */
import { failures, failureView } from '../../../shared/partners/telnyx/fax.ts';

test.each([
  ['user_busy', { isRetryable: true }],
  ['file_download_failed', { isRetryable: true }],
  ['receiver_unallocated_number', {}],
  [
    'user_channel_limit_exceeded',
    { isRetryable: true, accountProblem: { code: 'user_channel_limit_exceeded', reason: expect.any(String) } },
  ],
  ['sender_canceled', {}],
  [
    'account_disabled',
    { accountProblem: { code: 'account_disabled', reason: expect.stringContaining('our account') } },
  ],
])('a fax that failed with %s is stopped with our reason, and also has %j', (name, extra) => {
  const reason = expect.stringMatching(/^[A-Z].*\.$/);
  expect(failureView(name)).toEqual({ kind: 'stopped', reason, cause: expect.any(String), ...extra });
});

test('only a failure at our own account shows Telnyx’s name for it, which the operator needs', () => {
  for (const [name, [cause, , sentence]] of failures) expect(sentence.includes(`(${name})`)).toBe(cause === 'account');
});

test.each(['constructor', 'SOMETHING <new>', '', null, undefined])(
  'a fax that failed with the unknown reason %j is given up, and the reason is not repeated',
  (name) => {
    expect(failureView(name)).toEqual({ kind: 'stopped', reason: 'The fax could not be sent.', cause: 'line' });
  },
);
