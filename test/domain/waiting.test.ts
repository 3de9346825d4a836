/** Why a job waits, and since when. */
import { paidOn, waitOf } from '../../shared/domain/job/job.ts';
import { initialLifecycle, type Lifecycle } from '../../shared/domain/job/lifecycle.ts';

const now = Date.UTC(2026, 10, 21, 23, 59, 59, 999);
const lifecycle = (fields: Partial<Lifecycle>): Lifecycle => ({ ...initialLifecycle(now), ...fields });
const partner = { id: 'fax_1', stage: 'in_progress', readAt: now } as const;
const firstSeenAt = { paid: now - 5 };
const fulfillment = (since: number) => ({ for: 'fulfillment', since });
const refund = { for: 'refund', since: now };

test.each<[string, Partial<Lifecycle>, object | undefined]>([
  ['is not paid', {}, undefined],
  ['is paid', { state: 'paid', firstSeenAt }, fulfillment(now - 5)],
  ['is being submitted', { state: 'submitting', firstSeenAt, triesSince: now }, fulfillment(now - 5)],
  ['is being canceled', { state: 'cancelling', firstSeenAt, triesSince: now }, fulfillment(now - 5)],
  ['is paid for a later day', { state: 'paid', firstSeenAt, notBefore: now + 7 }, fulfillment(now + 7)],
  ['is submitted for its day', { state: 'submitting', firstSeenAt, notBefore: now + 7 }, fulfillment(now + 7)],
  [
    'is being canceled before its day',
    { state: 'cancelling', firstSeenAt, notBefore: now + 7, triesSince: now - 1 },
    fulfillment(now - 1),
  ],
  ['is a fax between two calls', { state: 'paid', firstSeenAt, partner }, undefined],
  ['is canceled and refunded', { state: 'cancelled', refund: 'issued' }, undefined],
  ['is canceled with a refund owed', { state: 'cancelled', refund: 'pending' }, refund],
  ['has failed with a refund owed', { state: 'failed', refund: 'pending' }, refund],
  ['has failed, with its money left to support', { state: 'failed', refund: 'contact_support' }, undefined],
  ['is parked, even if it is refunded', { state: 'needs_review', refund: 'issued' }, { for: 'person', since: now }],
  ['is with a partner', { state: 'fulfilled', firstSeenAt, partner }, undefined],
  ['is being recalled', { state: 'recalling', firstSeenAt, partner }, undefined],
])('what a job that %s is waiting for, and since when', (_what, fields, wait) => {
  expect(waitOf(lifecycle(fields))).toEqual(wait);
});

test('the day of payment is a UTC day, even for a wrong amount', () => {
  expect(paidOn(lifecycle({ firstSeenAt: { paid: now } }))).toBe('2026-11-21');
  expect(paidOn(lifecycle({ firstSeenAt: { wrong_amount: now + 1 } }))).toBe('2026-11-22');
  expect(paidOn(lifecycle({}))).toBeUndefined();
});
