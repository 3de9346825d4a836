/** Bounces and complaints as Amazon SES publishes them: which silence an address, and which do not. */
import { receiveEmailEvent } from '../../shared/notify/receive-email-event.ts';
import { silencedBy } from '../../shared/notify/silence.ts';
import { memoryDeps } from '../support/fakes/deps.ts';

const mail = { messageId: '0100', destination: ['ada@example.com'], commonHeaders: { subject: 'Payment received' } };
const bounce = (bounceType: string, ...addresses: string[]) => ({
  ...{ eventType: 'Bounce', mail },
  bounce: {
    ...{ feedbackId: '0100', bounceType, bounceSubType: 'General', timestamp: '2026-11-22T12:00:00.000Z' },
    bouncedRecipients: addresses.map((emailAddress) => ({ emailAddress, action: 'failed', status: '5.1.1' })),
  },
});
const complaint = (complaintFeedbackType: string | null | undefined, ...addresses: string[]) => ({
  ...{ eventType: 'Complaint', mail },
  complaint: {
    ...{ feedbackId: '0100', complaintFeedbackType },
    complainedRecipients: addresses.map((emailAddress) => ({ emailAddress })),
  },
});

test.each([
  ['a bounce for good', bounce('Permanent', 'ada@example.com'), 'bounced'],
  ['an address in other letters', bounce('Permanent', 'ADA@Example.com'), 'bounced'],
  ['an address with a name', bounce('Permanent', '"Ada, L." <ada@example.com>'), 'bounced'],
  ['one of several', bounce('Permanent', 'grace@example.com', 'ada@example.com'), 'bounced'],
  ['a full mailbox', bounce('Transient', 'ada@example.com'), undefined],
  ['a bounce that SES cannot tell', bounce('Undetermined', 'ada@example.com'), undefined],
  ['a complaint', complaint('abuse', 'ada@example.com'), 'complained'],
  ['a complaint without a type', complaint(undefined, 'ada@example.com'), 'complained'],
  ['a complaint of null type', complaint(null, 'ada@example.com'), 'complained'],
  ['a message taken out of the spam folder', complaint('not-spam', 'ada@example.com'), undefined],
  ['a delivery', { eventType: 'Delivery', mail, delivery: { recipients: ['ada@example.com'] } }, undefined],
  ['half an event', { eventType: 'Bounce', mail }, undefined],
  ['no event', undefined, undefined],
])('%s', async (_, event, why) => {
  const deps = memoryDeps();
  for (const _again of [1, 2]) await receiveEmailEvent(deps, event);
  expect(await silencedBy(deps, 'ada@example.com')).toBe(why);
  expect(await silencedBy(deps, 'stranger@example.com')).toBeUndefined();
});

test('each address that came back is counted', async () => {
  const deps = memoryDeps();
  await receiveEmailEvent(deps, bounce('Permanent', 'ada@example.com', 'grace@example.com'));
  expect(deps.measured).toEqual([
    ['emailBounces', 1],
    ['emailBounces', 1],
  ]);
});
